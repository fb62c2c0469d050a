import { toWei, type Wei } from '@bullring/prediction/units'
import { EMBEDDED_CONNECTOR_ID } from '@bullring/wallet-kit/embedded-connector'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useClient, useConnection } from 'wagmi'
import { useAppConfig } from '#api/market/app-config.ts'
import { BURNER_CONNECTOR_ID } from '../burner/burner-connector.ts'
import { onMined } from '../contract/mined-transactions.ts'

/** The visitor's wallet. */
export type Wallet =
  | { kind: 'disconnected' }
  | { kind: 'connecting' }
  | {
      kind: 'connected'
      address: Address
      /** The wallet is on another chain than the game, so it cannot bet. */
      isWrongChain: boolean
      /** The visitor has no other way to get coins of a local chain: its faucet provides them. */
      isPlayMoney: boolean
    }

const PLAY_MONEY_CONNECTORS: readonly string[] = [BURNER_CONNECTOR_ID, EMBEDDED_CONNECTOR_ID]

export function useWallet(): Wallet {
  const { chain } = useAppConfig()
  const { address, chainId, status, connector } = useConnection()
  if (status === 'disconnected') return { kind: 'disconnected' }
  if (status !== 'connected') return { kind: 'connecting' }
  return {
    kind: 'connected',
    address,
    isWrongChain: chainId !== chain.id,
    // Any wallet may announce these ids.
    isPlayMoney: connector.type !== 'injected' && PLAY_MONEY_CONNECTORS.includes(connector.id),
  }
}

/** Returns the connected account; null without one. */
export function useWalletAddress(): Address | null {
  const wallet = useWallet()
  return wallet.kind === 'connected' ? wallet.address : null
}

/** Whether an account is connected, or was on the last visit; false on a first visit, while wallets are looked for. */
export function useHasAccount(): boolean {
  const { status } = useConnection()
  return status === 'connected' || status === 'reconnecting'
}

/** Whether the embedded wallet is connected. */
export function useHasEmbeddedWallet(): boolean {
  const { status, connector } = useConnection()
  return status === 'connected' && connector.id === EMBEDDED_CONNECTOR_ID
}

/** Whether the wallet asks its owner before it sends. The play money wallet signs at once. */
export function useAsksForApproval(): boolean {
  const { connector } = useConnection()
  return connector?.type === 'injected' || connector?.id !== BURNER_CONNECTOR_ID
}

/** Transactions of the page and of the wallet modal refresh the balance at once. Polling catches other transfers. */
const BALANCE_REFRESH_MS = 15_000

export const balanceKeys = {
  all: ['balance'] as const,
  of: (address: Address | null) => ['balance', address] as const,
}

/**
 * Returns the balance in BNB; null while unknown. wagmi's own hook would load contract code, which it
 * needs for multicall.
 */
export function useWalletBalance(wallet: Wallet): Wei | null {
  const client = useClient()
  const address = wallet.kind === 'connected' ? wallet.address : null
  const { data, refetch } = useQuery({
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
  useEffect(
    () => (address === null ? undefined : onMined(() => void refetch())),
    [address, refetch],
  )
  return data ?? null
}
