import type { PushedResult } from '@bullring/game-api/push'
import { formatFixed } from '@bullring/prediction/decimal'
import { toWei } from '@bullring/prediction/units'
import type { Address } from 'viem'
import type { RoundSnapshot } from '../market/round-rules.ts'
import type { ReservedBet } from './push.queries.ts'
import type { Message } from './send-queue.ts'

export type DecidedRound = Pick<RoundSnapshot, 'state' | 'resultOf'>

export type DeliverDeps = {
  /** The prediction contract. */
  market: Address
  openEpoch: () => Promise<number>
  /** Reads the settled and refunded rounds from an epoch on. */
  findDecided: (epoch: number) => Promise<ReadonlyMap<number, DecidedRound>>
  /** Returns the bets on rounds, of subscribed accounts, that no process has sent. */
  reserve: (epochs: readonly number[]) => Promise<readonly ReservedBet[]>
  /** Deletes what only rounds before an epoch need. */
  prune: (epoch: number) => Promise<void>
}

/** Older results are no news. */
const RECENT_ROUNDS = 12

const COIN_DECIMALS = 18
const SHOWN_DECIMALS = 4

/** Creates the reader of a market's new results: at most one message per browser and call. */
export function createResultReader(deps: DeliverDeps): () => Promise<Message[]> {
  let pruned = 0
  let readEpochs = ''
  return async () => {
    const oldest = Math.max(1, (await deps.openEpoch()) - RECENT_ROUNDS)
    if (oldest !== pruned) await deps.prune(oldest)
    pruned = oldest
    const rounds = await deps.findDecided(oldest)
    const epochs = [...rounds.keys()]
    // The bets of decided rounds are complete, and joining them all is expensive.
    if (epochs.join() === readEpochs) return []
    const reserved = await deps.reserve(epochs)
    readEpochs = epochs.join()
    const newest = new Map<string, ReservedBet>()
    for (const bet of reserved) {
      const { endpoint } = bet.receiver
      if (bet.epoch > (newest.get(endpoint)?.epoch ?? 0)) newest.set(endpoint, bet)
    }
    return [...newest.values()].flatMap((bet) => {
      const round = rounds.get(bet.epoch)
      if (round === undefined) return []
      return { receiver: bet.receiver, result: toResult(bet, round, deps.market) }
    })
  }
}

function toResult(
  { receiver, epoch, position, amount }: ReservedBet,
  round: DecidedRound,
  market: Address,
): PushedResult {
  const { symbol } = receiver
  const [kind, shown] = outcomeOf({ position, amount }, round)
  return { symbol, market, epoch, kind, amount: formatFixed(shown, COIN_DECIMALS, SHOWN_DECIMALS) }
}

function outcomeOf(
  { position, amount }: Pick<ReservedBet, 'position' | 'amount'>,
  { state, resultOf }: DecidedRound,
): [PushedResult['kind'], bigint] {
  if (state.kind === 'refund') return ['refunded', amount]
  const bet = { position, amount: toWei(amount), isClaimed: false }
  const { isWin, winAmount, returnedAmount } = resultOf(bet)
  return isWin ? ['won', winAmount] : ['lost', amount - returnedAmount]
}
