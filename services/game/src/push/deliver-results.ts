import { formatFixed } from '@bullring/prediction/decimal'
import type { PushedResult } from '@bullring/wire/game-api/push'
import type { Address } from 'viem'
import type { Subscription } from './push.queries.ts'
import type { Delivery } from './send-message.ts'

/** The result of a decided bet. */
export type BetOutcome = { epoch: number; kind: PushedResult['kind']; amount: bigint }

export type DeliverDeps = {
  symbol: string
  /** The prediction contract. */
  market: Address
  openEpoch: () => Promise<number>
  findSubscriptions: () => Promise<readonly Subscription[]>
  /** Finds the accounts that bet on rounds from `epoch` on. */
  findPlayers: (accounts: readonly Address[], epoch: number) => Promise<ReadonlySet<Address>>
  /** Finds the decided ones of an account's newest bets. */
  findOutcomes: (account: Address) => Promise<readonly BetOutcome[]>
  /** Returns those of `epochs` that no process has sent. */
  reserve: (subscription: Subscription, epochs: readonly number[]) => Promise<readonly number[]>
  release: (subscription: Subscription, epoch: number) => Promise<void>
  remove: (endpoint: string) => Promise<void>
  prune: (epoch: number) => Promise<void>
  send: (subscription: Subscription, result: PushedResult) => Promise<Delivery>
  nowMs: () => number
}

/** Older results are no news. */
export const RECENT_ROUNDS = 12

/** Requests at a time. */
const PARALLEL = 8

/** A message that failed is sent again after this time; an endpoint that keeps failing is forgotten. */
const RETRY_MS = 30_000
const MAX_FAILURES = 5

const COIN_DECIMALS = 18
const SHOWN_DECIMALS = 4

type Failure = { count: number; atMs: number }

/** Creates the delivery of a market's results: at most one message per browser and round. */
export function createDelivery(deps: DeliverDeps): () => Promise<void> {
  const failures = new Map<string, Failure>()
  const isWaiting = ({ endpoint }: Subscription) => {
    const failure = failures.get(endpoint)
    return failure !== undefined && deps.nowMs() - failure.atMs < RETRY_MS
  }
  const deliver = async (subscription: Subscription, outcomes: readonly BetOutcome[]) => {
    const { endpoint, firstEpoch } = subscription
    const due = outcomes.filter(({ epoch }) => epoch >= firstEpoch)
    const free = due.length > 0 ? await deps.reserve(subscription, due.map(epochOf)) : []
    const [newest] = due
      .filter(({ epoch }) => free.includes(epoch))
      .toSorted((a, b) => b.epoch - a.epoch)
    if (newest === undefined) return
    const delivery = await deps.send(subscription, toMessage(newest, deps.market))
    if (delivery === 'delivered') failures.delete(endpoint)
    if (delivery === 'gone') await deps.remove(endpoint)
    if (delivery !== 'failed') return
    const count = (failures.get(endpoint)?.count ?? 0) + 1
    failures.set(endpoint, { count, atMs: deps.nowMs() })
    if (count < MAX_FAILURES) return await deps.release(subscription, newest.epoch)
    failures.delete(endpoint)
    await deps.remove(endpoint)
  }
  return async () => {
    const all = await deps.findSubscriptions()
    if (all.length === 0) return
    const oldest = Math.max(1, (await deps.openEpoch()) - RECENT_ROUNDS)
    await deps.prune(oldest)
    const byAccount = Map.groupBy(
      all.filter((subscription) => !isWaiting(subscription)),
      ({ account }) => account,
    )
    for (const account of await deps.findPlayers([...byAccount.keys()], oldest)) {
      const outcomes = (await deps.findOutcomes(account)).filter(({ epoch }) => epoch >= oldest)
      for (const some of inParts(byAccount.get(account) ?? [])) {
        await Promise.all(some.map((subscription) => deliver(subscription, outcomes)))
      }
    }
  }
}

function epochOf({ epoch }: BetOutcome): number {
  return epoch
}

function toMessage({ epoch, kind, amount }: BetOutcome, market: Address): PushedResult {
  return { market, epoch, kind, amount: formatFixed(amount, COIN_DECIMALS, SHOWN_DECIMALS) }
}

function inParts<T>(items: readonly T[]): T[][] {
  const count = Math.ceil(items.length / PARALLEL)
  return Array.from({ length: count }, (_, part) =>
    items.slice(part * PARALLEL, (part + 1) * PARALLEL),
  )
}
