import { toWei, type Wei } from '@bullring/prediction/units'
import type { Address } from 'viem'
import { useBalance, useConnection } from 'wagmi'
import { useAppConfig } from '#api/app-config.ts'
import { BURNER_CONNECTOR_ID } from './burner-connector.ts'

/** The visitor's wallet as the screens see it. */
export type Wallet =
  | { kind: 'disconnected' }
  | { kind: 'connecting' }
  | {
      kind: 'connected'
      address: Address
      /** The wallet is on another chain than the game: it can look, not bet. */
      isWrongChain: boolean
      isPlayMoney: boolean
    }

export function useWallet(): Wallet {
  const { chain } = useAppConfig()
  const { address, chainId, status, connector } = useConnection()
  if (status === 'disconnected') return { kind: 'disconnected' }
  if (status !== 'connected') return { kind: 'connecting' }
  return {
    kind: 'connected',
    address,
    isWrongChain: chainId !== chain.id,
    isPlayMoney: connector.id === BURNER_CONNECTOR_ID,
  }
}

/** Own transactions refresh the balance at once; this catches what others send. */
const BALANCE_REFRESH_MS = 15_000

/** Balance of the game's coin; null while unknown. */
export function useWalletBalance(wallet: Wallet): Wei | null {
  const { chain } = useAppConfig()
  const address = wallet.kind === 'connected' ? wallet.address : undefined
  const { data } = useBalance({
    ...(address && { address }),
    chainId: chain.id,
    query: { enabled: address !== undefined, refetchInterval: BALANCE_REFRESH_MS },
  })
  return data && address ? toWei(data.value) : null
}
