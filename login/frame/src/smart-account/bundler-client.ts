import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { ChainError } from '@bullring/approval/errors'
import type { UsableSession } from '#sdk/wallet-session.ts'
import type { CustodyClient } from '#services/custody-client.ts'

/** Creates the client of the bundler: calls go through the core, which knows whose they are. */
export function createBundlerRequest(
  custody: CustodyClient,
  { token }: Pick<UsableSession, 'token'>,
): ChainRequest {
  return async ({ method, params }) => {
    const reply = await custody.callBundler({ method, params: params ?? [] }, token)
    if ('error' in reply) throw new ChainError(reply.error.message, reply.error.data)
    return reply.result
  }
}
