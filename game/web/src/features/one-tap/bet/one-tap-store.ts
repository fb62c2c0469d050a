import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { useMemo, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import type { Round } from '#api/round/round.ts'

/** A bet by one tap that is not in a block yet. */
export type TappedBet = {
  position: Position
  epoch: Epoch
  /** Of the market. */
  symbol: string
  /** Pressed again, the button takes an undoable bet back. */
  stage: 'undoable' | 'sent'
}

/** One-tap bets, while they are on: content and action of the buttons on the cards. */
export type OneTap = {
  account: Address
  stake: Wei
  /** Contracts of the markets that they are allowed in. */
  markets: readonly Address[]
  bets: readonly TappedBet[]
  press: (position: Position, round: Round, symbol: string) => void
  /** Claims rounds of a market without an approval. Returns false where only the wallet can. */
  claim: (prediction: Address, epochs: readonly Epoch[]) => Promise<boolean>
}

let current: OneTap | null = null
const listeners = new Set<() => void>()

/** Publishes one-tap bets to the cards, which load before the code that makes them; null while they are off. */
export function publishOneTap(next: OneTap | null): void {
  current = next
  for (const listener of [...listeners]) listener()
}

/** Returns one-tap bets in a market; null while they are off, and where they are not allowed. */
export function useOneTap(symbol: string, prediction: Address): OneTap | null {
  const oneTap = useSyncExternalStore(subscribe, () => current)
  return useMemo(
    () =>
      oneTap?.markets.includes(prediction)
        ? { ...oneTap, bets: oneTap.bets.filter((bet) => bet.symbol === symbol) }
        : null,
    [oneTap, symbol, prediction],
  )
}

/** A permission that has just been granted is on within this time. */
const START_MS = 15_000

/** Waits until one-tap bets of an account are on in a market; null if they are not in time. */
export function untilOneTap(account: Address, market: Address): Promise<OneTap | null> {
  const { promise, resolve } = Promise.withResolvers<OneTap | null>()
  const check = () => {
    if (current?.account === account && current.markets.includes(market)) resolve(current)
  }
  const unsubscribe = subscribe(check)
  const timer = setTimeout(() => resolve(null), START_MS)
  check()
  return promise.finally(() => {
    unsubscribe()
    clearTimeout(timer)
  })
}

/** Whether a bet is not in a block yet. */
export function useIsBetting(): boolean {
  return useSyncExternalStore(subscribe, () => current !== null && current.bets.length > 0)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
