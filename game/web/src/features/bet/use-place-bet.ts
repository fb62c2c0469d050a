import { MIN_PRESET_WEI } from '@bullring/prediction/bet-amount'
import type { Position } from '@bullring/prediction/payout'
import { type Epoch, toWei } from '@bullring/prediction/units'
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Address } from 'viem'
import { useConfig } from 'wagmi'
import { loadContract, loadContractOfReturn } from '#chain/contract/load-contract.ts'
import type { BetTerms, NewBet } from '#chain/contract/prediction-contract.ts'
import { useMarket } from '#chain/contract/use-market.ts'
import { hasOtherBet } from './has-other-bet.ts'

const TERMS_REFRESH_MS = 10_000
/**
 * Time for which a mined bet is shown without the index, which needs less. A bet that a reorg removes disappears after
 * it.
 */
const PLACED_SHOWN_MS = 30_000

/** Terms until the contract's terms are known. */
const UNKNOWN_TERMS: BetTerms = {
  minimum: MIN_PRESET_WEI,
  isPaused: false,
  hasCode: false,
  canBatch: false,
  gasCost: toWei(0n),
}

const betKeys = {
  terms: (account: Address) => ['bet', 'terms', account] as const,
  place: (account: Address | null, epoch: Epoch | null) =>
    ['bet', 'place', account, `${epoch}`] as const,
}

/** `alreadyEntered`: the account has bet on the round in another tab. */
export type BetOutcome = 'placed' | 'alreadyEntered'

/** A bet to send, or one that a page before this one has sent to the wallet: `response` is the wallet's. */
type SentBet = NewBet & { response?: () => Promise<unknown> }

type PlaceBetHandlers = {
  onSuccess: (outcome: BetOutcome, bet: NewBet) => void
  /** @param wasSent - Whether the wallet had sent the transaction before. */
  onError: (error: Error, bet: NewBet, wasSent: boolean) => Promise<void>
}

/** Sends an account's bet on a round; pending until it is mined. */
export function usePlaceBet(
  account: Address,
  epoch: Epoch,
  { onSuccess, onError }: PlaceBetHandlers,
) {
  const config = useConfig()
  const market = useMarket()
  // Bets of two accounts may be pending, if the wallet has switched.
  const [sent, setSent] = useState<readonly NewBet[]>([])
  const wasSent = useRef(new WeakSet<NewBet>())
  const { mutate, isPending, isSuccess, variables } = useMutation<BetOutcome, Error, SentBet>({
    mutationKey: betKeys.place(account, epoch),
    gcTime: PLACED_SHOWN_MS,
    mutationFn: async (bet) => {
      const { collect = [], response } = bet
      const contract = await (response ? loadContractOfReturn() : loadContract())
      const onSent = () => {
        wasSent.current.add(bet)
        setSent((before) => [...before, bet])
      }
      try {
        if (response !== undefined) {
          const returned = { bet, response: response() }
          await contract.followReturnedBet(config, market, returned, onSent)
        } else if (collect.length === 0) await contract.placeBet(config, market, bet, onSent)
        else await contract.claimAndBet(config, market, { ...bet, collect }, onSent)
        return 'placed'
      } catch (error) {
        if (!(await hasOtherBet(error, config, market, bet))) throw error
        return 'alreadyEntered'
      }
    },
    onSuccess,
    onError: (error, bet) => onError(error, bet, wasSent.current.has(bet)),
  })
  // isSent: signed in the wallet, not mined yet.
  const isSent = variables !== undefined && sent.includes(variables)
  return { mutate, isPending, isSuccess, isSent }
}

/** Returns the side of an account's pending bet on a round, with its dialog open or closed; null without one. */
export function usePendingSide(account: Address | null, epoch: Epoch | null): Position | null {
  const [side] = useMutationState<Position | undefined>({
    filters: { mutationKey: betKeys.place(account, epoch), status: 'pending' },
    select: ({ state }) => (state.variables as NewBet | undefined)?.position,
  })
  return side ?? null
}

/** Returns an account's mined bet on a round, which may not be indexed yet; null without one. */
export function usePlacedBet(account: Address | null, epoch: Epoch | null): NewBet | null {
  const [bet] = useMutationState<NewBet | undefined>({
    filters: {
      mutationKey: betKeys.place(account, epoch),
      predicate: ({ state }) => state.data === 'placed',
    },
    select: ({ state }) => state.variables as NewBet | undefined,
  })
  return bet ?? null
}

/** Reads the contract's minimum bet and whether bets are paused; R-BET-7's minimum until they have loaded. */
export function useBetTerms(account: Address): BetTerms {
  const config = useConfig()
  const market = useMarket()
  const { data } = useQuery({
    queryKey: betKeys.terms(account),
    // The dialog is preloaded. The contract code loads when the dialog opens.
    queryFn: async () => (await loadContract()).readBetTerms(config, market, account),
    // Terms of an earlier dialog may have changed: read them each time it opens, and while it is open.
    staleTime: 0,
    refetchInterval: TERMS_REFRESH_MS,
  })
  return data ?? UNKNOWN_TERMS
}
