import type { FrameUser } from '@bullring/wire/embedded/frame-messages/user'
import type { SelectedChain } from './chain-id.ts'
import type { UsableSession } from './wallet-session.ts'

/** Returns the user of a session as the app sees it on `chain`. */
export function toFrameUser({ session, wallet }: UsableSession, chain: SelectedChain): FrameUser {
  const address = typeof chain === 'number' ? wallet.evm : wallet.solana
  return {
    address,
    chainId: chain,
    email: session.user.email,
    smartAccountDeployed: false,
    accounts: [{ address, type: 'eoa' }],
    preferredAccountType: 'eoa',
  }
}
