import { toWei, type Wei } from '@bullring/prediction/units'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useClient, useConnection } from 'wagmi'
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

/** The connected account; null without one. */
export function useWalletAddress(): Address | null {
  const wallet = useWallet()
  return wallet.kind === 'connected' ? wallet.address : null
}

/** Own transactions refresh the balance at once; this catches what others send. */
const BALANCE_REFRESH_MS = 15_000

export const balanceKeys = {
  all: ['balance'] as const,
  of: (address: Address | null) => ['balance', address] as const,
}

/**
 * Balance of the game's coin; null while unknown. Asked for by hand: wagmi's hook would load the
 * contract code that it needs for balances by multicall.
 */
export function useWalletBalance(wallet: Wallet): Wei | null {
  const client = useClient()
  const address = wallet.kind === 'connected' ? wallet.address : null
  const { data } = useQuery({
    queryKey: balanceKeys.of(address),
    queryFn:
      address && client
        ? async () => {
            const call = client.request({ method: 'eth_getBalance', params: [address, 'latest'] })
            return toWei(BigInt(await call))
          }
        : skipToken,
    refetchInterval: BALANCE_REFRESH_MS,
  })
  return data ?? null
}
