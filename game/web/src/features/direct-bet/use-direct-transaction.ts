import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Address, Hash } from 'viem'
import { useConfig } from 'wagmi'
import { loadContract } from '#chain/contract/load-contract.ts'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { safe } from '#chain/safe/safe.ts'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import {
  type DirectBetFailureText,
  directBetFailureText,
  safeFailureText,
} from './direct-bet-failure-text.ts'
import {
  DIRECT_FAILURE_MESSAGES,
  DIRECT_LOG_MESSAGES,
  type DirectLogMessages,
} from './direct-bet-messages.ts'
import { formatEpochs } from './form/epoch-text.ts'
import type { WriteLog } from './progress/use-execution-log.ts'

/** A bet or claim that the visitor has submitted. */
export type DirectTransaction =
  | { kind: 'bet'; position: Position; epoch: Epoch; amount: Wei }
  | { kind: 'claim'; epochs: readonly Epoch[] }

type Submission = { account: Address; transaction: DirectTransaction }

/** Progress of the last transaction (R-DIRECT-8). */
export type TransactionProgress =
  | { kind: 'idle' }
  | { kind: 'sending' }
  /** In Safe, there is no transaction until the owners have confirmed. */
  | { kind: 'waiting'; hash: Hash }
  | { kind: 'owners' }
  /** Without a hash, the wallet did not name the transaction. */
  | { kind: 'done'; hash: Hash | null }
  | { kind: 'failed'; failure: DirectBetFailureText; hash: Hash | null }

type TransactionDeps = {
  isConnected: boolean
  write: WriteLog
  /** Switches the wallet to the game's chain before sending. */
  switchToGame: () => Promise<void>
  onDone: (transaction: DirectTransaction) => void
  /** Called after success and failure. */
  onSettled: () => void
}

/** Sends one bet or claim at a time and logs each step. */
export function useDirectTransaction(deps: TransactionDeps) {
  const { isConnected, write, switchToGame, onDone, onSettled } = deps
  useContractPreload(isConnected)
  const messages = useMessages(DIRECT_LOG_MESSAGES)
  const failureMessages = useMessages(DIRECT_FAILURE_MESSAGES)
  const config = useConfig()
  const market = useMarket()
  const [progress, setProgress] = useState<TransactionProgress>({ kind: 'idle' })
  const sentHash = useRef<Hash | null>(null)
  const onSent = (hash: Hash) => {
    sentHash.current = hash
    const hasTransaction = safe() === null
    setProgress(hasTransaction ? { kind: 'waiting', hash } : { kind: 'owners' })
    write(hasTransaction ? messages.sent({ hash }) : messages.owners)
  }

  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ account, transaction }: Submission) => {
      sentHash.current = null
      setProgress({ kind: 'sending' })
      write(startText(transaction, messages))
      await switchToGame()
      const { claimEpochs, placeBet } = await loadContract()
      return transaction.kind === 'bet'
        ? placeBet(config, market, { account, ...transaction }, onSent)
        : claimEpochs(config, market, { account, ...transaction }, onSent)
    },
    onSuccess: (hash, { transaction }) => {
      setProgress({ kind: 'done', hash })
      write(doneText(transaction, messages), 'done')
      onDone(transaction)
    },
    onError: async (error, { transaction }) => {
      const failure = await loadFailure(error)
      const { current: hash } = sentHash
      const wasSent = hash !== null
      const text: DirectBetFailureText =
        safeFailureText(error, failureMessages) ??
        directBetFailureText(failure, transaction.kind, failureMessages, wasSent)
      setProgress({ kind: 'failed', failure: text, hash: safe() === null ? hash : null })
      write(text.text, text.level)
    },
    onSettled,
  })
  return {
    progress,
    /** The transaction that is being sent or mined. */
    pending: isPending ? variables.transaction : null,
    send: (account: Address, transaction: DirectTransaction) => mutate({ account, transaction }),
  }
}

/** Preloads the contract code: connected visitors are likely to transact. */
function useContractPreload(isConnected: boolean) {
  useEffect(() => {
    // A failure is reported when a transaction is sent.
    if (isConnected) loadContract().catch(() => undefined)
  }, [isConnected])
}

function startText(transaction: DirectTransaction, messages: DirectLogMessages): string {
  if (transaction.kind === 'claim')
    return messages.claim({ epochs: formatEpochs(transaction.epochs) })
  const { position, epoch, amount } = transaction
  return messages.bet({ position, epoch, amount: formatBnb(amount) })
}

function doneText(transaction: DirectTransaction, messages: DirectLogMessages): string {
  return transaction.kind === 'claim'
    ? messages.claimDone({ epochs: formatEpochs(transaction.epochs) })
    : messages.betDone({ position: transaction.position, epoch: transaction.epoch })
}
