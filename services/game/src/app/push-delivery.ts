import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import { clientIp } from '@bullring/server/http/client-ip'
import type { Operation } from '@bullring/server/operations/operation'
import { type BetOutcome, createDelivery, RECENT_ROUNDS } from '../push/deliver-results.ts'
import { findPlayers } from '../push/find-players.ts'
import { pushOperations } from '../push/push.operations.ts'
import {
  findSubscriptions,
  pruneSubscriptions,
  releaseDelivery,
  removeSubscription,
  reserveDeliveries,
  saveSubscription,
} from '../push/push.queries.ts'
import { isAllowedEndpoint, type SendDeps, sendMessage } from '../push/send-message.ts'
import { createVapid } from '../push/vapid.ts'
import { findTrades } from '../trades/trades.queries.ts'
import type { GameRuntime } from './game-runtime.ts'
import type { Loop } from './loop.ts'
import type { MarketRuntime } from './market-runtime.ts'

/** How often results are looked for; they are of no use before the page shows them. */
const POLL_MS = 2_000

/** Subscriptions of one IP address a minute: each is a row, and a request every round. */
const NEW_SUBSCRIPTIONS_PER_MINUTE = 10

/** The same for all addresses together. */
const ALL_NEW_SUBSCRIPTIONS_PER_MINUTE = 6_000

/** Declares the operations of push messages. */
export function pushRoutes({ config, db, markets, limits }: GameRuntime): readonly Operation[] {
  const limiter = limits.rateLimiter('subscriptions', NEW_SUBSCRIPTIONS_PER_MINUTE)
  const ofAll = limits.rateLimiter('all subscriptions', ALL_NEW_SUBSCRIPTIONS_PER_MINUTE)
  return pushOperations({
    isEnabled: config.push !== null,
    ofMarket: markets.bySymbol((runtime) => ({ openEpoch: () => openEpoch(runtime) })),
    isAllowed: (endpoint) => isAllowedEndpoint(endpoint, config.push?.origins ?? []),
    takeSubscription: (c) => {
      limiter.take(clientIp(c, config.http.proxies), Date.now())
      ofAll.take('', Date.now())
    },
    save: (subscription) => saveSubscription(db, subscription),
    remove: (endpoint) => removeSubscription(db, endpoint),
  })
}

/** Sends the results of all markets to subscribed browsers, if the operator has set a key. */
export function pushLoop(runtime: GameRuntime): Loop {
  const { config, log, markets } = runtime
  return async (signal) => {
    if (config.push === null) return
    const send = { vapid: createVapid(config.push), origins: config.push.origins }
    const deliveries = new WeakMap<MarketRuntime, () => Promise<void>>()
    while (!signal.aborted) {
      for (const market of markets.slots
        .flatMap((slot) => slot.runtime ?? [])
        .filter(isDelivering)) {
        const deliver = deliveries.get(market) ?? marketDelivery(runtime, market, send, signal)
        deliveries.set(market, deliver)
        await deliver().catch((error: unknown) => {
          if (!signal.aborted) log.warn({ error: errorSummary(error) }, 'push delivery failed')
        })
      }
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** The leader of the index sends: results must not be sent twice. */
function isDelivering({ head, leadership }: MarketRuntime): boolean {
  return head.hasReached && leadership?.isLeading() === true
}

function marketDelivery(
  { db }: GameRuntime,
  runtime: MarketRuntime,
  send: SendDeps,
  signal: AbortSignal,
): () => Promise<void> {
  const { symbol, predictionAddress } = runtime.marketConfig
  return createDelivery({
    symbol,
    market: predictionAddress,
    openEpoch: () => openEpoch(runtime),
    findSubscriptions: () => findSubscriptions(db, symbol),
    findPlayers: (accounts, epoch) => findPlayers(runtime.db, accounts, epoch),
    findOutcomes: (account) => findOutcomes(runtime, account),
    reserve: (subscription, epochs) => reserveDeliveries(db, subscription, epochs),
    release: (subscription, epoch) => releaseDelivery(db, subscription, epoch),
    remove: (endpoint) => removeSubscription(db, endpoint),
    prune: (epoch) => pruneSubscriptions(db, symbol, epoch),
    send: (subscription, result) => sendMessage(subscription, result, send, signal),
    nowMs: Date.now,
  })
}

async function openEpoch({ market, now }: Pick<MarketRuntime, 'market' | 'now'>): Promise<number> {
  return Number(await market.clock.currentEpoch(now()))
}

async function findOutcomes(
  { market, now }: MarketRuntime,
  account: Parameters<typeof findTrades>[1]['account'],
): Promise<BetOutcome[]> {
  const trades = await findTrades(market, { account, limit: RECENT_ROUNDS, beforeEpoch: null })
  const at = now()
  return trades.flatMap(({ bet, round }) => {
    const { epoch, state, resultOf } = round.at(at)
    const { isWin, winAmount, returnedAmount } = resultOf(bet)
    const shared = { epoch: Number(epoch) }
    if (state.kind === 'refund') return { ...shared, kind: 'refunded', amount: bet.amount }
    if (state.kind !== 'settled' || isWin === null) return []
    return isWin
      ? { ...shared, kind: 'won', amount: winAmount }
      : { ...shared, kind: 'lost', amount: bet.amount - returnedAmount }
  })
}
