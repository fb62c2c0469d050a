import type { ApprovalNetwork } from '@bullring/approval/request'
import type { FrameConfig } from '@bullring/login-api/custody-api/config'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import type { ApprovalQueue } from '#approval/approval-queue.ts'
import type { ApprovalRequest, ApprovalSubject } from '#approval/approval-request.ts'
import { KeyMismatchError, NotSignedInError, NotSupportedError } from '#frame-errors.ts'
import type { WalletKeys } from '#keys/wallet-keys.ts'
import { openWalletKeys } from '#login/wallet-unlock.ts'
import type { ActiveAccount } from '#sdk/active-account.ts'
import type { SelectedChain } from '#sdk/chain-id.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'

/** Everything a request for approval is handled with. */
export type ApprovalContext = {
  services: FrameServices
  queue: ApprovalQueue
  session: UsableSession
  /** The account that the site uses on the chain. */
  account: ActiveAccount
  chain: SelectedChain
  /** Origin of the asking page. */
  origin: string
  /** Whether the browser opens no window of the wallet. */
  opensNoWindows?: boolean
}

const UNAUTHORIZED = 401
const COIN_DECIMALS = 18

/** Returns what the approval view shows of a request. */
export function toApprovalRequest(
  { services, account, chain, origin, opensNoWindows = false }: ApprovalContext,
  subject: ApprovalSubject,
): ApprovalRequest {
  return {
    origin,
    account: account.address,
    network: describeNetwork(chain, services.config.chains),
    subject,
    isSessionTemporary: !services.storage.isPersistent,
    opensNoWindows,
  }
}

/** Opens the keys for one approved request. A session or share that was revoked signs out. */
export async function unlock<result>(
  { services, session }: ApprovalContext,
  purpose: { method: string; params: unknown },
  use: (keys: WalletKeys) => result,
): Promise<result> {
  const { token, wallet } = session
  try {
    return await openWalletKeys(services, { token, wallet, purpose }, use)
  } catch (error) {
    const isRevoked = error instanceof ApiProblemError && error.status === UNAUTHORIZED
    if (!isRevoked && !(error instanceof KeyMismatchError)) throw error
    await services.session.close()
    throw isRevoked ? new NotSignedInError() : error
  }
}

/** @throws {NotSupportedError} on a network without EVM. */
export function requireChainId({ chain }: ApprovalContext): number {
  if (typeof chain === 'number') return chain
  throw new NotSupportedError('This request needs an EVM network.')
}

function describeNetwork(chain: SelectedChain, chains: FrameConfig['chains']): ApprovalNetwork {
  if (typeof chain !== 'number') {
    return { chainId: 0, name: 'Solana', coin: { symbol: 'SOL', decimals: 9 } }
  }
  const known = chains.find(({ id }) => id === chain)
  return known
    ? { chainId: chain, name: known.name, coin: known.nativeCurrency }
    : { chainId: chain, name: `Chain ${chain}`, coin: { symbol: 'coins', decimals: COIN_DECIMALS } }
}
