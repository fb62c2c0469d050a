import { setTimeout as sleep } from 'node:timers/promises'
import { pushMessage } from '@bullring/game-api/push-message'
import { errorSummary } from '@bullring/server/error-summary'
import type { Operation } from '@bullring/server/operations/operation'
import type { Database } from '../db/open-database.ts'
import { rowLimit } from '../http/row-limit.ts'
import { epochsBetween } from '../market/rounds.ts'
import { createResultReader } from '../push/deliver-results.ts'
import { pushOperations } from '../push/push.operations.ts'
import {
  isProvenBrowser,
  pruneSubscriptions,
  recordFailure,
  recordRecovery,
  releaseDeliveries,
  removeSubscription,
  reserveDeliveries,
  saveSubscription,
} from '../push/push.queries.ts'
import { isAllowedEndpoint, type SendDeps, sendMessage } from '../push/send-message.ts'
import { type Message, SendQueue } from '../push/send-queue.ts'
import { createVapid } from '../push/vapid.ts'
import { createAccountProof } from './account-proof.ts'
import type { GameDeps } from './game-operations.ts'
import type { Loop } from './loops/loop.ts'
import { findDecided, openEpoch } from './markets/decided-rounds.ts'
import type { Market } from './markets/market.ts'

/** Interval in which results are looked for; they are of no use before the page shows them. */
const POLL_MS = 2_000

/** Subscriptions of one IP address a minute: each is a row, and a request every round. */
const NEW_SUBSCRIPTIONS_PER_MINUTE = 10

type PushDeps = Pick<GameDeps, 'config' | 'db' | 'markets' | 'limits'>

/** Declares the operations of push messages. */
export function pushRoutes({ config, db, markets, limits }: PushDeps): readonly Operation[] {
  const isProven = createAccountProof(config)
  return pushOperations({
    isEnabled: config.push !== null,
    ofMarket: (symbol) => {
      const { usual } = markets.find(symbol).reads
      return { openEpoch: () => openEpoch(usual) }
    },
    isAllowed: (endpoint) => isAllowedEndpoint(endpoint, config.push?.origins ?? []),
    takeSubscription: rowLimit({ config, limits }, 'subscriptions', NEW_SUBSCRIPTIONS_PER_MINUTE),
    isProven: async (c, { account, endpoint, signature }) =>
      (await isProven(c, {
        account,
        signature,
        messageFor: (game) => pushMessage(endpoint, account, game),
      })) || (await isProvenBrowser(db, { account, endpoint })),
    save: (subscription) => saveSubscription(db, subscription),
    remove: (endpoint) => removeSubscription(db, endpoint),
  })
}

/** Sends the results of all markets to subscribed browsers, if the operator has set a key. */
export function pushLoop({
  config,
  log,
  db,
  markets,
}: Pick<GameDeps, 'config' | 'log' | 'db' | 'markets'>): Loop {
  return async (signal) => {
    if (config.push === null) return
    const onError = (error: unknown) => {
      if (!signal.aborted) log.warn({ error: errorSummary(error) }, 'push delivery failed')
    }
    const send = { vapid: createVapid(config.push), origins: config.push.origins }
    const queue = createQueue(db, send, onError)
    const readers = new WeakMap<Market, () => Promise<Message[]>>()
    while (!signal.aborted) {
      for (const market of markets.leading()) {
        const read = readers.get(market) ?? resultReader(db, market)
        readers.set(market, read)
        await read().then((messages) => queue.add(messages), onError)
      }
      queue.add([])
      await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    }
    const unsent = await queue.stop()
    await releaseDeliveries(
      db,
      unsent.map(({ receiver, result: { epoch } }) => ({ ...receiver, epoch })),
    ).catch(onError)
  }
}

function createQueue(db: Database, send: SendDeps, onError: (error: unknown) => void): SendQueue {
  return new SendQueue({
    send: ({ receiver, result }) => sendMessage(receiver, result, send),
    remove: (endpoint) => removeSubscription(db, endpoint),
    recordFailure: (endpoint) => recordFailure(db, endpoint),
    recordRecovery: (endpoint) => recordRecovery(db, endpoint),
    onError,
    nowMs: Date.now,
  })
}

function resultReader(db: Database, market: Market): () => Promise<Message[]> {
  const { symbol, predictionAddress } = market.config
  return createResultReader({
    market: predictionAddress,
    openEpoch: () => openEpoch(market),
    findDecided: async (from) => findDecided(market, epochsBetween(from, await openEpoch(market))),
    reserve: (epochs) => reserveDeliveries(db, market.config, epochs),
    prune: (epoch) => pruneSubscriptions(db, symbol, epoch),
  })
}
