import type { FrameUser } from '@bullring/login-api/frame-messages/user'
import { createChainRequest } from '#rpc/chain-client.ts'
import type { AccountTypes } from './account-types.ts'
import { activeAccount, smartAccountOf } from './active-account.ts'
import type { SelectedChain } from './chain-id.ts'
import type { UsableSession } from './wallet-session.ts'

/** Returns the user of a session as the app sees it on `chain`. */
export async function toFrameUser(
  accountTypes: AccountTypes,
  { session, wallet }: UsableSession,
  chain: SelectedChain,
): Promise<FrameUser> {
  const active = await activeAccount(accountTypes, wallet, chain)
  const isSmart = active.type === 'smartAccount'
  const user = {
    address: active.address,
    chainId: chain,
    email: session.user.email,
    smartAccountDeployed: isSmart && (await isDeployed(active.address, chain)),
    preferredAccountType: active.type,
  }
  if (typeof chain !== 'number' || !accountTypes.chainIds.includes(chain)) {
    return { ...user, accounts: [active] }
  }
  const key = { address: wallet.evm, type: 'eoa' } as const
  const smart = { address: await smartAccountOf(wallet), type: 'smartAccount' } as const
  // The first one is the account in use.
  return { ...user, accounts: isSmart ? [smart, key] : [key, smart] }
}

/** Returns whether the account has code on `chain`. Only shown: without a connection, false. */
export async function isDeployed(address: string, chain: SelectedChain): Promise<boolean> {
  if (typeof chain !== 'number') return false
  const request = { method: 'eth_getCode', params: [address, 'latest'] }
  const code = await createChainRequest(chain)(request).catch(() => '0x')
  return code !== '0x'
}
