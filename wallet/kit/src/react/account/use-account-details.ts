import type { Balance } from '@bullring/wallet-api/blockchain-api/balance'
import { toCaipAddress } from '@bullring/wire/caip-ids'
import type { Address } from 'viem'
import { formatUnits } from 'viem/utils'
import { balanceOf } from '#core/account/amount/token-balance.ts'
import { explorerLink } from '#core/account/explorer-link.ts'
import type { Connection } from '#core/connect/connections.ts'
import type { EmbeddedAccount, EmbeddedAccountType } from '#core/embedded/embedded-accounts.ts'
import { useConnectionState, useStore } from '../kit-context.ts'
import { useEmbeddedWallet } from '../login/use-embedded-wallet.ts'
import { NO_WALLET } from './use-account-choice.ts'
import { useAssetList } from './use-assets.ts'
import { useIdentity } from './use-identity.ts'
import { useKitAccount } from './use-kit-account.ts'

/** Facts of the connected account (R-ACCOUNT-2). Everything but `status` is null or empty without an account. */
export type WalletKitAccountDetails = {
  status: Connection['status']
  /** CAIP-10. */
  caipAddress: string | null
  address: Address | null
  /** Exact balance of the network's native coin, in whole coins; null while unknown. */
  balance: string | null
  balanceSymbol: string | null
  profileName: string | null
  profileImage: string | null
  /** The account's page at the network's block explorer. */
  addressExplorerUrl: string | null
  /** The coin and the tokens that the account holds; null while unknown. */
  tokenBalance: readonly Balance[] | null
  connectedWalletInfo: Connection['connector']
  /** The type of account in use, by namespace. */
  preferredAccountTypes: { eip155: EmbeddedAccountType }
  /** Site of a social login; null for other logins and wallets. */
  socialProvider: string | null
  allAccounts: readonly EmbeddedAccount[]
  /** The user of the embedded wallet; null for other wallets. */
  user: { email: string | null; username: string | null } | null
  smartAccountDeployed: boolean
}

/**
 * Returns the details of the connected account. Each component that uses it has the balances requested every 10 s while
 * it is mounted. `useWalletKitAccount` requests nothing.
 *
 * @example
 * const { balance, balanceSymbol, profileName } = useWalletKitAccountDetails()
 */
export function useWalletKitAccountDetails(): WalletKitAccountDetails {
  const { connection } = useConnectionState()
  const account = useKitAccount()
  return {
    status: connection.status,
    connectedWalletInfo: connection.connector,
    ...useChainDetails(account),
    ...useLoginDetails(connection),
  }
}

function useChainDetails(account: ReturnType<typeof useKitAccount>) {
  const { data } = useAssetList()
  const address = account?.address ?? null
  const network = account?.network ?? null
  const { name, avatar } = useIdentity({ address: address ?? NO_ADDRESS, network })
  const coin = data?.assets.find((asset) => asset.address === null)
  const explorerUrl = network?.explorerUrl ?? null
  return {
    address,
    caipAddress: address && network && toCaipAddress(network.id, address),
    balance: coin === undefined ? null : formatUnits(coin.balance, coin.decimals),
    balanceSymbol: network?.nativeCurrency.symbol ?? null,
    profileName: name,
    profileImage: avatar,
    addressExplorerUrl: address && explorerUrl && explorerLink(explorerUrl, 'address', address),
    tokenBalance: network === null ? null : (data?.assets.map(balanceOf) ?? null),
  }
}

/** Without a network, no name is looked up. */
const NO_ADDRESS: Address = '0x'

function useLoginDetails({ accounts, connector }: Connection) {
  const isEmbedded = connector?.type === 'AUTH'
  const wallet = useEmbeddedWallet(isEmbedded)
  const state = useStore(wallet?.accounts ?? NO_WALLET, (all) => all)
  const record = wallet?.record ?? null
  const own = accounts.map((address) => ({ address, type: 'eoa' }) as const)
  return {
    preferredAccountTypes: { eip155: state.accounts[0]?.type ?? ('eoa' as const) },
    socialProvider: record?.socialProvider() ?? null,
    allAccounts: state.accounts.length > 0 ? state.accounts : own,
    user: record && { email: record.email(), username: record.userName() },
    smartAccountDeployed: state.isSmartAccountDeployed,
  }
}
