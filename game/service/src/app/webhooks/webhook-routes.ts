import type { Operation } from '@bullring/server/operations/operation'
import { rowLimit } from '../../http/row-limit.ts'
import { sessionSource, signedInAccount } from '../../http/signed-in-account.ts'
import { webhookTarget } from '../../webhooks/webhook-target.ts'
import { webhooksOperations } from '../../webhooks/webhooks.operations.ts'
import {
  addTest,
  createWebhook,
  deleteWebhook,
  findWebhooks,
  rotateSecret,
} from '../../webhooks/webhooks.queries.ts'
import type { GameDeps } from '../game-operations.ts'
import { allowsLoopback } from './allows-loopback.ts'

/** New webhooks and test events of one IP address a minute: each is a request to an address that the caller chooses. */
const EVENTS_PER_MINUTE = 10

/** Declares the operations of webhooks. */
export function webhookRoutes({
  config,
  db,
  markets,
  limits,
}: Pick<GameDeps, 'config' | 'db' | 'markets' | 'limits'>): readonly Operation[] {
  const source = sessionSource(config)
  return webhooksOperations({
    signedIn: async (c) => source && (await signedInAccount(c, source)),
    requireMarket: (symbol) => void markets.find(symbol),
    isAllowed: (url) => webhookTarget(url, allowsLoopback(config)) !== null,
    takeEvent: rowLimit({ config, limits }, 'webhook events', EVENTS_PER_MINUTE),
    create: (webhook) => createWebhook(db, webhook),
    find: (account) => findWebhooks(db, account),
    addTest: (webhook) => addTest(db, webhook),
    rotateSecret: (webhook) => rotateSecret(db, webhook),
    remove: (webhook) => deleteWebhook(db, webhook),
  })
}
