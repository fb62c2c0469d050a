import { InvalidRequestError } from '@bullring/approval/errors'
import type { KeptOutcome } from '@bullring/login-api/frame-messages/replies'
import { type ApprovalQueue, createApprovalQueue } from '#approval/approval-queue.ts'
import { showDecisions } from '#approval/show-approvals.tsx'
import { type FrameStorage, openBrowserStorage } from '#device/frame-storage.ts'
import { NotSignedInError, UserRejectedError } from '#frame-errors.ts'
import { toErrorPayload } from '#protocol/error-message.ts'
import { approveRpc } from '#rpc/approve-rpc.ts'
import { activeAccount } from '#sdk/active-account.ts'
import { createFrameServices } from '#sdk/frame-services.ts'
import { loadConfig } from '#sdk/load-config.ts'
import { followBackButton } from './follow-back-button.ts'
import { createKeptRequests, type KeptRequest } from './kept-requests.ts'

/**
 * Shows a kept request in this page, and returns to the page that asked with its outcome. Returns false if there is nothing
 * to decide.
 */
export async function showKeptRequest(page: Window, id: string): Promise<boolean> {
  // The page's policy forbids frames, too.
  if (page.top !== page) return false
  const storage = await openBrowserStorage()
  const requests = createKeptRequests(storage)
  const kept = await requests.show(id)
  if (kept === undefined) return false
  page.document.documentElement.dataset['theme'] = kept.theme
  const queue = createApprovalQueue()
  followBackButton(page, queue.rejectShown)
  const outcome = await decide(kept, { queue, storage, approve: () => requests.approve(id) })
  await requests.finish(id, outcome)
  page.location.replace(kept.returnTo)
  return true
}

type Asking = { queue: ApprovalQueue; storage: FrameStorage; approve: () => Promise<boolean> }

async function decide(kept: KeptRequest, asking: Asking): Promise<KeptOutcome> {
  try {
    return { result: await ask(kept, asking) }
  } catch (error) {
    return { error: toErrorPayload(error) }
  }
}

/** Asks the user, as the frame does, if the site and its account are still the same. */
async function ask(kept: KeptRequest, { queue, storage, approve }: Asking): Promise<unknown> {
  const { origin, language, followsWallet, chain, request } = kept
  const config = await loadConfig(kept.projectId, new AbortController().signal)
  if (!config.origins.includes(origin)) throw new InvalidRequestError('The site is not known.')
  const services = await createFrameServices(
    config,
    { origin, storage },
    { language: () => language, followsWallet: () => followsWallet },
  )
  const session = await services.session.require()
  const account = await activeAccount(services.accountTypes, session.wallet, chain)
  if (account.address !== kept.account) throw new NotSignedInError()
  await showDecisions(queue, language)
  const checked = withCheck(queue, async () => {
    if (await services.session.hasChanged()) throw new NotSignedInError()
    if (!(await approve())) throw new UserRejectedError()
  })
  const context = { services, queue: checked, session, account, chain, origin }
  return await approveRpc(context, request)
}

/** Carries out what the user has approved after a check that throws where it no longer counts. */
function withCheck(queue: ApprovalQueue, check: () => Promise<void>): ApprovalQueue {
  return {
    ...queue,
    ask: (request, carryOut) =>
      queue.ask(request, async (details) => {
        await check()
        return await carryOut(details)
      }),
  }
}
