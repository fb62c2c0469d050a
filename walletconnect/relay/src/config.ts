import { parseSettings, type Settings, type Values } from '@bullring/server/config/define-settings'
import { DatabaseUrl, type LogLevel, listOf, NatsUrl } from '@bullring/server/config/env-fields'
import type { PresentEnv } from '@bullring/server/config/parse-env'
import {
  BULLRING_HOST,
  LOG_LEVEL,
  METRICS_TOKEN,
  portSetting,
  TRUST_PROXY,
} from '@bullring/server/config/shared-settings'
import { copiesAt } from '@bullring/server/nats/copies'
import * as z from 'zod'
import { RELAY_LIMITS, type RelayLimits } from './limits/relay-limits.ts'

/** Configuration of the relay, read once from the environment. */
export type RelayConfig = {
  http: {
    host: string
    /** 0 selects a free port. */
    port: number
    /** Number of proxies in front. */
    proxies: number
  }
  store:
    | { kind: 'memory' }
    | { kind: 'postgres'; databaseUrl: string }
    | {
        kind: 'nats'
        servers: readonly string[]
        /** Servers that keep each message. */
        copies: number
        /** Bytes that the server reserves for acknowledgements. */
        receiptBytes: number
      }
  /** Database through which nodes share rate limits; null for a node that counts alone. */
  limitsDatabaseUrl: string | null
  /** URLs of this relay in the tokens of clients; empty for this machine only. */
  audiences: readonly string[]
  /** Accepted project ids; empty for any. */
  projectIds: readonly string[]
  /** Origins of pages that may connect; empty for any. */
  origins: readonly string[]
  limits: RelayLimits
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  logLevel: z.output<typeof LogLevel>
}

const RelayUrl = z.url({ protocol: /^wss?$/, error: 'must be a list of ws(s) URLs' })

const Origin = z
  .url({ protocol: /^https?$/, error: 'must be a list of origins' })
  .refine((text) => new URL(text).origin === text, 'must be a list of origins, without paths')

/** Value of `RELAY_DATABASE_URL` for tests. */
const MEMORY = 'memory'

/** Settings of the service. */
export const SETTINGS = {
  BULLRING_HOST,
  PORT: portSetting(4500),
  TRUST_PROXY,
  RELAY_DATABASE_URL: {
    kind: z.union([z.literal(MEMORY), DatabaseUrl]).optional(),
    text: 'PostgreSQL database of the messages, separate from all others; or `memory` for tests: messages end with the process then. Nodes share the limits per IP address through it, with NATS too ([ADR 37](adr/0037-shared-limits.md))',
    isSecret: true,
  },
  RELAY_NATS_URLS: {
    kind: listOf(NatsUrl),
    text: 'keeps the messages, where they are more than one database takes: servers as in `GAME_NATS_URL`. With three or more, each message has three copies, which survive the loss of one. The relay creates its streams, `relay_messages_…` and `relay_receipts_…`',
    isSecret: true,
  },
  RELAY_AUDIENCES: {
    kind: listOf(RelayUrl),
    text: 'URLs by which clients reach the relay, comma-separated and exactly as the clients have them, such as `wss://bullring.example/relay`: tokens for other relays are refused. Without it, it serves clients of this machine only, by loopback address',
  },
  RELAY_PROJECT_IDS: {
    kind: listOf(z.string()),
    text: 'accepted project ids, comma-separated; without any, all are accepted',
  },
  RELAY_ALLOWED_ORIGINS: {
    kind: listOf(Origin),
    text: 'origins of pages that may connect, comma-separated; without any, all may. Programs other than browsers send no origin, and always may',
  },
  METRICS_TOKEN,
  LOG_LEVEL,
} as const satisfies Settings

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): RelayConfig {
  const vars = parseSettings(SETTINGS, env, missingAddress)
  return {
    http: { host: vars.BULLRING_HOST, port: vars.PORT, proxies: vars.TRUST_PROXY },
    store: storeOf(vars),
    limitsDatabaseUrl: databaseOf(vars),
    audiences: vars.RELAY_AUDIENCES,
    projectIds: vars.RELAY_PROJECT_IDS,
    origins: vars.RELAY_ALLOWED_ORIGINS,
    limits: RELAY_LIMITS,
    metricsToken: vars.METRICS_TOKEN ?? null,
    logLevel: vars.LOG_LEVEL,
  }
}

function missingAddress({ RELAY_NATS_URLS, RELAY_DATABASE_URL }: PresentEnv): readonly string[] {
  const hasStore = (RELAY_NATS_URLS ?? RELAY_DATABASE_URL) !== undefined
  return hasStore ? [] : ['RELAY_DATABASE_URL is missing']
}

function databaseOf({ RELAY_DATABASE_URL: url }: Values<typeof SETTINGS>): string | null {
  return url === undefined || url === MEMORY ? null : url
}

/**
 * Storage for acknowledgements, about 300 bytes each, which NATS reserves of its `max_file_store`, a quarter for each
 * lifetime of messages. Enough for 700 messages a second that live five minutes; beyond it the oldest are dropped, and their
 * messages come again after a reconnect.
 */
const RECEIPT_BYTES = 256 * 1_024 * 1_024

function storeOf(vars: Values<typeof SETTINGS>): RelayConfig['store'] {
  const servers = vars.RELAY_NATS_URLS
  const databaseUrl = databaseOf(vars)
  if (servers.length === 0) {
    return databaseUrl === null ? { kind: 'memory' } : { kind: 'postgres', databaseUrl }
  }
  return {
    kind: 'nats',
    servers,
    copies: copiesAt(servers),
    receiptBytes: RECEIPT_BYTES,
  }
}
