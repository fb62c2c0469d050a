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
        replicas: number
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

/** Settings of the service. */
export const SETTINGS = {
  BULLRING_HOST,
  PORT: portSetting(4500),
  TRUST_PROXY,
  RELAY_STORE: {
    kind: z
      .enum(['memory', 'postgres', 'nats'], 'must be memory, postgres or nats')
      .default('postgres'),
    text: 'where messages are kept: `postgres`; `nats` for more load than one database takes; or `memory` for tests: they end with the process then',
  },
  RELAY_DATABASE_URL: {
    kind: DatabaseUrl.optional(),
    text: 'PostgreSQL database of the messages, separate from all others; needed for `postgres`. Nodes share the limits per IP address through it, with the `nats` store too ([ADR 37](adr/0037-shared-limits.md))',
    isSecret: true,
  },
  RELAY_NATS_URLS: {
    kind: listOf(NatsUrl),
    text: 'servers of a NATS cluster with JetStream (2.9 or newer), comma-separated, such as `nats://127.0.0.1:4222`, with user and password as `nats://user:password@…`; to another host with `tls://`, which never goes without TLS, or with `?tls=disable` on a private network; needed for `nats`. With three servers or more, each message has three copies, which survive the loss of one. The relay creates its streams, `relay_messages_…` and `relay_receipts_…`',
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
    limitsDatabaseUrl: vars.RELAY_STORE === 'memory' ? null : (vars.RELAY_DATABASE_URL ?? null),
    audiences: vars.RELAY_AUDIENCES,
    projectIds: vars.RELAY_PROJECT_IDS,
    origins: vars.RELAY_ALLOWED_ORIGINS,
    limits: RELAY_LIMITS,
    metricsToken: vars.METRICS_TOKEN ?? null,
    logLevel: vars.LOG_LEVEL,
  }
}

/** Each store but the memory needs its address. */
function missingAddress(env: PresentEnv): readonly string[] {
  const { RELAY_STORE: store = 'postgres' } = env
  const needed = store === 'postgres' ? 'RELAY_DATABASE_URL' : 'RELAY_NATS_URLS'
  return store === 'memory' || env[needed] !== undefined ? [] : [`${needed} is missing`]
}

/** Copies of each message in a cluster of as many servers: they survive the loss of one. */
const REPLICAS = 3

/**
 * Storage for acknowledgements, about 300 bytes each, which NATS reserves of its `max_file_store`, a quarter for each
 * lifetime of messages. Enough for 700 messages a second that live five minutes; beyond it the oldest are dropped, and their
 * messages come again after a reconnect.
 */
const RECEIPT_BYTES = 256 * 1_024 * 1_024

function storeOf(vars: Values<typeof SETTINGS>): RelayConfig['store'] {
  const { RELAY_STORE: kind } = vars
  if (kind === 'memory') return { kind }
  if (kind === 'postgres') return { kind, databaseUrl: vars.RELAY_DATABASE_URL ?? '' }
  return {
    kind,
    servers: vars.RELAY_NATS_URLS,
    replicas: vars.RELAY_NATS_URLS.length < REPLICAS ? 1 : REPLICAS,
    receiptBytes: RECEIPT_BYTES,
  }
}
