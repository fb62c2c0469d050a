import type { Wei } from '@bullring/prediction/units'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { useGameApi } from '#api/game-api.ts'
import { useAppConfig } from '#api/market/app-config.ts'
import type { Wallet } from '#chain/wallet/use-wallet.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { useToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES, type ConnectMessages } from './connect-messages.ts'

/** Time between two gifts to one account, unless the server names it. */
const COOLDOWN_SECONDS = 60

export type PlayMoney = {
  /** False where coins have value. */
  isOffered: boolean
  isRunning: boolean
  /** Requests coins from the faucet. */
  request: () => void
}

/**
 * Provides test coins. A wallet that is made in the page and empty gets its first coins automatically.
 *
 * @param balance - Null while unknown.
 * @param onArrived - Called when the faucet's transaction is mined.
 */
export function usePlayMoney(
  wallet: Wallet,
  balance: Wei | null,
  onArrived: () => void,
): PlayMoney {
  const messages = useMessages(CONNECT_MESSAGES)
  const { chain, features } = useAppConfig()
  const api = useGameApi()
  const config = useConfig()
  const toasts = useToastStore()
  const account = features.faucet && wallet.kind === 'connected' ? wallet.address : null
  const isMadeHere = wallet.kind === 'connected' && wallet.isPlayMoney

  const { mutate, status, variables } = useMutation({
    mutationFn: async (address: Address) => {
      const { amount, transaction } = await api.faucet(address)
      const { waitForTransactionReceipt } = await import('wagmi/actions')
      await waitForTransactionReceipt(config, { hash: transaction, chainId: chain.id })
      return amount
    },
    onSuccess: (amount) => {
      const detail = `+${formatBnb(amount)} BNB`
      toasts.show({ level: 'success', text: messages.playMoneyArrived, detail })
      onArrived()
    },
    onError: (error) => {
      const text = messages.playMoneyFailed
      toasts.show({ level: 'error', text, detail: failureDetail(error, messages) })
    },
  })

  const isWaiting = isMadeHere && balance === 0n && variables !== account
  useEffect(() => {
    // Only once for each account: after a failure the visitor can use the button.
    if (isWaiting && account !== null) mutate(account)
  }, [isWaiting, account, mutate])

  return {
    isOffered: account !== null,
    isRunning: status === 'pending',
    request: () => account !== null && mutate(account),
  }
}

/** The server explains in English only. The expected refusal is translated. */
function failureDetail(error: Error, messages: ConnectMessages): string {
  if (!(error instanceof ApiProblemError) || error.problemCode !== 'faucet.cooldown') {
    return error.message
  }
  return messages.playMoneyWait({ seconds: error.retryAfterSeconds ?? COOLDOWN_SECONDS })
}
