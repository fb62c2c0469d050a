import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Address, Hash } from 'viem'
import { useConfig } from 'wagmi'
import { loadContract } from '#chain/load-contract.ts'
import { useMarket } from '#chain/use-market.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import type { DirectBetMessage } from './direct-bet-message.ts'
import { DIRECT_BET_MESSAGES, type DirectBetMessages } from './direct-bet-messages.ts'
import { formatEpochs } from './epoch-text.ts'
import { loadDirectBetMessage } from './load-direct-bet-message.ts'
import type { WriteLog } from './use-execution-log.ts'

const loadMessage = () => import('./direct-bet-message.ts')

/** What the visitor asked for. */
export type Order =
  | { kind: 'bet'; position: Position; epoch: Epoch; amount: Wei }
  | { kind: 'claim'; epochs: readonly Epoch[] }

/** How far the last transaction is. Spec, section 4: sending, waiting for confirmation, done. */
export type Progress =
  | { kind: 'idle' }
  | { kind: 'sending' }
  | { kind: 'waiting' | 'done'; hash: Hash }
  | { kind: 'failed'; message: DirectBetMessage; hash: Hash | null }

type TransactionDeps = {
  isConnected: boolean
  write: WriteLog
  /** Brings the wallet to the game's chain before anything is sent. */
  moveToGame: () => Promise<void>
  onDone: (order: Order) => void
  /** It has ended, well or not. */
  onSettled: () => void
}

/** Sends one bet or claim at a time and logs every step of it. */
export function useDirectTransaction(deps: TransactionDeps) {
  const { isConnected, write, moveToGame, onDone, onSettled } = deps
  usePreload(isConnected)
  const messages = useMessages(DIRECT_BET_MESSAGES)
  const config = useConfig()
  const market = useMarket()
  const [progress, setProgress] = useState<Progress>({ kind: 'idle' })
  const onSent = (hash: Hash) => {
    setProgress({ kind: 'waiting', hash })
    write(messages.log.sent(hash))
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ account, order }: { account: Address; order: Order }) => {
      setProgress({ kind: 'sending' })
      write(startMessages(order, messages))
      await moveToGame()
      const { claimEpochs, placeBet } = await loadContract(loadMessage)
      return order.kind === 'bet'
        ? placeBet(config, market, { account, ...order }, onSent)
        : claimEpochs(config, market, { account, ...order }, onSent)
    },
    onSuccess: (hash, { order }) => {
      setProgress({ kind: 'done', hash })
      write(doneMessages(order, messages), 'done')
      onDone(order)
    },
    onError: async (error, { order }) => {
      const message = await loadDirectBetMessage(error, order.kind, messages)
      setProgress((last) => ({ kind: 'failed', message, hash: 'hash' in last ? last.hash : null }))
      write(message.text, message.level)
    },
    onSettled,
  })
  return {
    progress,
    /** The order under way. */
    running: isPending ? variables.order : null,
    send: (account: Address, order: Order) => mutate({ account, order }),
  }
}

/** Whoever is connected may send something. */
function usePreload(isConnected: boolean) {
  useEffect(() => {
    // A failure is told when something is to be sent.
    if (isConnected) loadContract(loadMessage).catch(() => undefined)
  }, [isConnected])
}

function startMessages(order: Order, messages: DirectBetMessages): string {
  if (order.kind === 'claim') return messages.log.claim(formatEpochs(order.epochs))
  const { position, epoch, amount } = order
  return messages.log.bet(messages.position[position], epoch.toString(), formatBnb(amount))
}

function doneMessages(order: Order, messages: DirectBetMessages): string {
  return order.kind === 'claim'
    ? messages.log.claimDone(formatEpochs(order.epochs))
    : messages.log.betDone(messages.position[order.position], order.epoch.toString())
}
