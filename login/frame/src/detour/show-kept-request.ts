import { InvalidRequestError } from '@bullring/approval/errors'
import type { KeptOutcome } from '@bullring/login-api/frame-messages/replies'
import type { Language } from '@bullring/wire/text/languages'
import { type ApprovalQueue, createApprovalQueue } from '#approval/approval-queue.ts'
import { showDecisions } from '#approval/show-approvals.tsx'
import { type FrameStorage, openBrowserStorage } from '#device/frame-storage.ts'
import { NotSignedInError, UserRejectedError } from '#frame-errors.ts'
import { loadMessages } from '#i18n/load-messages.ts'
import { toErrorPayload } from '#protocol/error-message.ts'
import { approveRpc } from '#rpc/approve-rpc.ts'
import { activeAccount } from '#sdk/active-account.ts'
import { createFrameServices } from '#sdk/frame-services.ts'
import { loadConfig } from '#sdk/load-config.ts'
import { followBackButton } from './follow-back-button.ts'
import { createKeptRequests, type KeptRequest } from './kept-requests.ts'
import { type Opening, startOpening } from './opening.ts'

/** End of a kept request in this page. `leave` returns to the page that asked. */
export type KeptEnd =
  | { is: 'decided' }
  | { is: 'nothing' }
  | { is: 'unloaded'; language: Language; leave: () => void }

/** Shows a kept request in this page, and returns to the page that asked with its outcome. */
export async function showKeptRequest(page: Window, id: string): Promise<KeptEnd> {
  // The page's policy forbids frames, too.
  if (page.top !== page) return { is: 'nothing' }
  const storage = await openBrowserStorage()
  const requests = createKeptRequests(storage)
  const kept = await requests.show(id)
  if (kept === undefined) return { is: 'nothing' }
  page.document.documentElement.dataset['theme'] = kept.theme
  const queue = createApprovalQueue()
  const opening = startOpening(page.location)
  const leave = () => page.location.replace(kept.returnTo)
  followBackButton(page, () => {
    if (opening.isLate()) leave()
    else if (queue.current() === undefined) opening.leave()
    else queue.rejectShown()
  })
  const approve = () => requests.approve(id)
  const outcome = await decide(kept, { queue, storage, opening, approve })
  await requests.finish(id, outcome)
  if (opening.isLate()) return { is: 'unloaded', language: kept.language, leave }
  leave()
  return { is: 'decided' }
}

type Asking = {
  queue: ApprovalQueue
  storage: FrameStorage
  opening: Opening
  approve: () => Promise<boolean>
}

async function decide(kept: KeptRequest, asking: Asking): Promise<KeptOutcome> {
  try {
    return { result: await asking.opening.during(ask(kept, asking)) }
  } catch (error) {
    return { error: toErrorPayload(error) }
  }
}

/** Asks the user, as the frame does, if the site and its account are still the same. */
async function ask(
  kept: KeptRequest,
  { queue, storage, opening, approve }: Asking,
): Promise<unknown> {
  const { origin, language, followsWallet, chain, request } = kept
  const config = await loadConfig(kept.projectId, opening.signal)
  if (!config.origins.includes(origin)) throw new InvalidRequestError('The site is not known.')
  const services = await createFrameServices(
    config,
    { origin, storage },
    { language: () => language, followsWallet: () => followsWallet },
  )
  const session = await services.session.require()
  const account = await activeAccount(services.accountTypes, session.wallet, chain)
  if (account.address !== kept.account) throw new NotSignedInError()
  // Loaded before the request is shown: nothing is to be waited for then.
  await loadMessages(language)
  const show = async () => {
    opening.complete()
    await showDecisions(queue, language)
  }
  const checked = withSteps(queue, show, async () => {
    opening.signal.throwIfAborted()
    if (await services.session.hasChanged()) throw new NotSignedInError()
    if (!(await approve())) throw new UserRejectedError()
  })
  const context = { services, queue: checked, session, account, chain, origin }
  return await approveRpc(context, request)
}

/** Runs `show` before the user is asked, and `check`, which throws where an approval no longer counts, after it. */
function withSteps(
  queue: ApprovalQueue,
  show: () => Promise<void>,
  check: () => Promise<void>,
): ApprovalQueue {
  return {
    ...queue,
    ask: async (request, carryOut) => {
      await show()
      return await queue.ask(request, async (details) => {
        await check()
        return await carryOut(details)
      })
    },
  }
}
