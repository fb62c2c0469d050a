import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { useState } from 'react'
import { type WalletListInput, walletList } from '#core/wallets/wallet-list.ts'
import { useConnectionState, useKit } from '../kit-context.ts'
import { useConnectDeps } from './connect-deps.ts'
import { useWalletCatalogue, type WalletCatalogue } from './use-wallet-catalogue.ts'

export type WalletList = {
  input: WalletListInput
  items: ReturnType<typeof walletList>
  catalogue: WalletCatalogue
  retry: () => void
}

/** Returns the wallet list and loads the catalogue in the background. */
export function useWalletList(): WalletList {
  const { options, device } = useKit()
  const { connectors, connection, networks } = useConnectionState()
  const { recentWallets } = useConnectDeps()
  const catalogue = useWalletCatalogue()
  const [recent] = useState(() => recentWallets.read())
  const chainId = connection.chainId ?? networks[0]?.id

  const input: WalletListInput = {
    ...catalogue,
    connectors,
    recent,
    options,
    isMobile: device().isMobile,
    hasEthereum: 'ethereum' in window,
    isOnWalletConnect: connection.connector?.type === 'WALLET_CONNECT',
    caipNetworkId: chainId === undefined ? null : toCaipNetworkId(chainId),
  }
  return { input, items: walletList(input), catalogue, retry: catalogue.retry }
}
