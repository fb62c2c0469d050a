import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CatalogueState } from '#core/wallets/catalogue.ts'
import { type WalletListInput, walletList } from '#core/wallets/wallet-list.ts'
import { useConnectParts } from './connect-parts.ts'
import { useConnectionState, useKit } from './kit-context.ts'

export type WalletList = {
  input: WalletListInput
  items: ReturnType<typeof walletList>
  catalogue: CatalogueState
  retry: () => void
}

/** The wallet list as it is now; starts to load the catalogue, and does not wait for it. */
export function useWalletList(): WalletList {
  const { options, device } = useKit()
  const { connectors, connection, networks } = useConnectionState()
  const { catalogue, recentWallets } = useConnectParts()
  const [recent] = useState(() => recentWallets.read())
  const state = useSyncExternalStore(catalogue.subscribe, catalogue.getState, catalogue.getState)
  const load = () => void catalogue.load()

  useEffect(() => void catalogue.load(), [catalogue])

  const input: WalletListInput = {
    ...state,
    connectors,
    recent,
    options,
    isMobile: device().isMobile,
    hasEthereum: 'ethereum' in window,
    isOnWalletConnect: connection.connector?.type === 'WALLET_CONNECT',
    caipNetworkId: `eip155:${connection.chainId ?? networks[0]?.id}`,
  }
  return { input, items: walletList(input), catalogue: state, retry: load }
}
