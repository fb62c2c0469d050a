import { InvalidRequestError } from '@bullring/approval/errors'
import type { ReplyPayload } from '@bullring/login-api/frame-messages/replies'
import type { RequestPayload } from '@bullring/login-api/frame-messages/requests'
import { needsApproval } from '@bullring/login-api/frame-messages/rpc-methods'
import { isSameSite } from '@bullring/login-api/is-same-site'
import type { ApprovalContext } from '#rpc/approval-context.ts'
import { createKeptRequests, type KeptRequest } from './kept-requests.ts'

type Keeping = Pick<KeptRequest, 'projectId' | 'language' | 'theme' | 'followsWallet'>

/**
 * Keeps a request of an EVM chain for a page of the wallet. Null where that page would not see it.
 *
 * @throws {InvalidRequestError} for a page of another origin to return to, and for what no one approves.
 */
export async function keepRequest(
  { services, account, chain, origin }: Omit<ApprovalContext, 'queue'>,
  { request, returnTo }: RequestPayload<'KEEP_REQUEST'>,
  keeping: Keeping,
): Promise<ReplyPayload<'KEEP_REQUEST'>> {
  const page = new URL(returnTo)
  // `blob:` URLs have the origin of the page that made them, too.
  if (page.origin !== origin || !['http:', 'https:'].includes(page.protocol)) {
    throw new InvalidRequestError('The page to return to belongs to another site.')
  }
  if (!needsApproval(request.method)) throw new InvalidRequestError('No one approves this request.')
  if (!services.storage.isPersistent || !isSameSite(document)) return null
  if (typeof chain !== 'number') return null
  const id = await createKeptRequests(services.storage).keep({
    ...keeping,
    origin,
    account: account.address,
    chain,
    request,
    returnTo,
  })
  return { id, url: new URL(`/approval#${id}`, location.origin).href }
}
