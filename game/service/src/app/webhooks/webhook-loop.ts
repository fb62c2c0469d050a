import { setTimeout as sleep } from 'node:timers/promises'
import { toEpoch } from '@bullring/prediction/units'
import { errorSummary } from '@bullring/server/error-summary'
import type { Database } from '../../db/open-database.ts'
import { epochsBetween } from '../../market/rounds.ts'
import { toWireRound } from '../../market/to-wire-round.ts'
import { windowFrom } from '../../webhooks/announcement.ts'
import { createDeliverer } from '../../webhooks/deliver-events.ts'
import {
  countWaiting,
  leaseDeliveries,
  pruneWebhooks,
  recordAttempt,
  releaseDelivery,
} from '../../webhooks/deliveries.queries.ts'
import {
  announceRounds,
  findNextEpoch,
  findWork,
  hasReceivers,
  skipRounds,
} from '../../webhooks/rounds.queries.ts'
import { sendEvent } from '../../webhooks/send-event.ts'
import type { GameDeps } from '../game-operations.ts'
import type { Loop } from '../loops/loop.ts'
import { openEpoch } from '../markets/decided-rounds.ts'
import type { Market } from '../markets/market.ts'
import { allowsLoopback } from './allows-loopback.ts'

/** Interval in which rounds and due deliveries are looked for. */
const POLL_MS = 1_000

/** Interval in which old rows are deleted and those that wait are counted. */
const TEND_MS = 15_000

type WebhookDeps = Pick<GameDeps, 'config' | 'log' | 'metrics' | 'db' | 'markets'>

/**
 * Announces the rounds of the markets that this process leads, and sends what is due with the other processes that index.
 * Rounds are compared with what was announced of them, from a stored round on: neither an outage that is longer than the
 * journal nor a rebuilt index loses one.
 */
export function webhookLoop({ config, log, metrics, db, markets }: WebhookDeps): Loop {
  return async (signal) => {
    if (!config.roles.has('index')) return
    const onError = (error: unknown) => {
      if (!signal.aborted) log.warn({ error: errorSummary(error) }, 'webhooks failed, retrying')
    }
    const options = { allowsLoopback: allowsLoopback(config), signal }
    const deliverer = createDeliverer(
      {
        lease: (request) => leaseDeliveries(db, request),
        send: ({ eventId: id, ...delivery }, timeoutMs) =>
          sendEvent({ ...delivery, id }, { ...options, timeoutMs }),
        record: (delivery, attempt) => recordAttempt(db, delivery, attempt),
        release: (delivery) => releaseDelivery(db, delivery),
        onAttempt: metrics.webhooks.attempted,
        onError,
        nowMs: () => performance.now(),
      },
      signal,
    )
    const skipped = new WeakMap<Market, number>()
    let tendedAtMs = Number.NEGATIVE_INFINITY
    const step = async () => {
      const work = await findWork(db)
      for (const market of markets.leading()) {
        await announce(db, market, { ...work, skipped }).catch(onError)
      }
      if (work.hasReceivers || work.isDue) await deliverer.start()
      if (performance.now() - tendedAtMs < TEND_MS) return
      tendedAtMs = performance.now()
      await pruneWebhooks(db)
      metrics.webhooks.waiting(await countWaiting(db))
    }
    while (!signal.aborted) {
      await step().catch(onError)
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
    await deliverer.finish()
  }
}

/**
 * @param given - Whether a webhook of any market is on, and the open rounds of markets to which everything has been
 *   skipped.
 */
async function announce(
  db: Database,
  market: Market,
  { hasReceivers: hasAny, skipped }: { hasReceivers: boolean; skipped: WeakMap<Market, number> },
): Promise<void> {
  const { symbol, predictionAddress: prediction } = market.config
  // Chain time predicts the next block, before which bets may come. Without a block, the index is being rebuilt.
  const reached = market.head.newestBlock?.timestamp
  if (reached === undefined) return
  const open = await openEpoch({ rounds: market.rounds, now: () => reached })
  const isReceived = hasAny && (await hasReceivers(db, symbol))
  const next = isReceived ? await findNextEpoch(db, symbol) : null
  if (next === null) {
    if (skipped.get(market) !== open) await skipRounds(db, symbol, open)
    skipped.set(market, open)
    return
  }
  skipped.delete(market)
  const window = windowFrom(next, open)
  const found = await market.rounds.findRounds(
    epochsBetween(window.first, window.last).map(toEpoch),
  )
  const rounds = found.map((dated) => toWireRound(dated, dated.blockTime))
  await announceRounds(db, { symbol, prediction }, { window, rounds })
}
