import {
  AccessToken,
  DatabaseUrl,
  LogLevel,
  listOf,
  NatsUrl,
  ProxyCount,
  wholeNumber,
} from '@bullring/server/config/env-fields'
import { type PresentEnv, parseEnv } from '@bullring/server/config/parse-env'
import * as z from 'zod'

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
  limits: {
    sockets: number
    socketsPerIp: number
    /** Per minute. */
    calls: { perClient: number; perIp: number }
    /** Everything that a client sends, per minute. */
    frames: { perClient: number; perIp: number }
    topicsPerSocket: number
    /** Subscriptions of all sockets. */
    topics: number
    messagesPerTopic: number
    messageBytes: number
    /** Bytes of incomplete and unwritten messages of all sockets. */
    pendingBytes: number
    /** Bytes of live messages. */
    bytes: { perClient: number; perIp: number }
  }
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  logLevel: z.output<typeof LogLevel>
}

const RelayUrl = z.url({ protocol: /^wss?$/, error: 'must be a list of ws(s) URLs' })

const Origin = z
  .url({ protocol: /^https?$/, error: 'must be a list of origins' })
  .refine((text) => new URL(text).origin === text, 'must be a list of origins, without paths')

const Env = z.object({
  RELAY_HOST: z.string().default('127.0.0.1'),
  RELAY_PORT: wholeNumber(0, 65_535).default(4_500),
  RELAY_TRUST_PROXY: ProxyCount,
  RELAY_STORE: z
    .enum(['memory', 'postgres', 'nats'], 'must be memory, postgres or nats')
    .default('postgres'),
  RELAY_DATABASE_URL: DatabaseUrl.optional(),
  RELAY_NATS_URLS: listOf(NatsUrl),
  RELAY_NATS_REPLICAS: wholeNumber(1, 5).default(1),
  RELAY_NATS_RECEIPT_BYTES: wholeNumber(1_048_576, Number.MAX_SAFE_INTEGER).default(268_435_456),
  RELAY_AUDIENCES: listOf(RelayUrl),
  RELAY_PROJECT_IDS: listOf(z.string()),
  RELAY_ALLOWED_ORIGINS: listOf(Origin),
  RELAY_MAX_SOCKETS: wholeNumber(1, 100_000).default(10_000),
  RELAY_SOCKETS_PER_IP: wholeNumber(1, 100_000).default(200),
  RELAY_CALLS_PER_MINUTE: wholeNumber(1, 1_000_000).default(6_000),
  RELAY_CALLS_PER_IP_AND_MINUTE: wholeNumber(1, 10_000_000).default(60_000),
  RELAY_FRAMES_PER_MINUTE: wholeNumber(1, 1_000_000).default(12_000),
  RELAY_FRAMES_PER_IP_AND_MINUTE: wholeNumber(1, 10_000_000).default(120_000),
  RELAY_TOPICS_PER_SOCKET: wholeNumber(1, 100_000).default(5_000),
  RELAY_MAX_TOPICS: wholeNumber(4, 100_000_000).default(1_000_000),
  RELAY_MESSAGES_PER_TOPIC: wholeNumber(1, 100_000).default(1_000),
  RELAY_MAX_MESSAGE_BYTES: wholeNumber(1_024, 16_777_216).default(524_288),
  RELAY_MAX_PENDING_BYTES: wholeNumber(1_048_576, Number.MAX_SAFE_INTEGER).default(268_435_456),
  RELAY_BYTES_PER_CLIENT: wholeNumber(1_024, Number.MAX_SAFE_INTEGER).default(67_108_864),
  RELAY_BYTES_PER_IP: wholeNumber(1_024, Number.MAX_SAFE_INTEGER).default(268_435_456),
  RELAY_METRICS_TOKEN: AccessToken.optional(),
  RELAY_LOG_LEVEL: LogLevel,
})

/** Names of the variables that the relay reads. */
export const VARIABLES: readonly string[] = Object.keys(Env.shape)

/**
 * Parses the configuration. An empty variable counts as absent.
 *
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): RelayConfig {
  const vars = parseEnv(Env, env, missingAddress)
  return {
    http: { host: vars.RELAY_HOST, port: vars.RELAY_PORT, proxies: vars.RELAY_TRUST_PROXY },
    store: storeOf(vars),
    limitsDatabaseUrl: vars.RELAY_STORE === 'memory' ? null : (vars.RELAY_DATABASE_URL ?? null),
    audiences: vars.RELAY_AUDIENCES,
    projectIds: vars.RELAY_PROJECT_IDS,
    origins: vars.RELAY_ALLOWED_ORIGINS,
    limits: {
      sockets: vars.RELAY_MAX_SOCKETS,
      socketsPerIp: vars.RELAY_SOCKETS_PER_IP,
      calls: { perClient: vars.RELAY_CALLS_PER_MINUTE, perIp: vars.RELAY_CALLS_PER_IP_AND_MINUTE },
      frames: {
        perClient: vars.RELAY_FRAMES_PER_MINUTE,
        perIp: vars.RELAY_FRAMES_PER_IP_AND_MINUTE,
      },
      topicsPerSocket: vars.RELAY_TOPICS_PER_SOCKET,
      topics: vars.RELAY_MAX_TOPICS,
      messagesPerTopic: vars.RELAY_MESSAGES_PER_TOPIC,
      messageBytes: vars.RELAY_MAX_MESSAGE_BYTES,
      pendingBytes: vars.RELAY_MAX_PENDING_BYTES,
      bytes: { perClient: vars.RELAY_BYTES_PER_CLIENT, perIp: vars.RELAY_BYTES_PER_IP },
    },
    metricsToken: vars.RELAY_METRICS_TOKEN ?? null,
    logLevel: vars.RELAY_LOG_LEVEL,
  }
}

/** Each store but the memory needs its address. */
function missingAddress(env: PresentEnv): readonly string[] {
  const { RELAY_STORE: store = 'postgres' } = env
  const needed = store === 'postgres' ? 'RELAY_DATABASE_URL' : 'RELAY_NATS_URLS'
  return store === 'memory' || env[needed] !== undefined ? [] : [`${needed} is missing`]
}

function storeOf(vars: z.output<typeof Env>): RelayConfig['store'] {
  const { RELAY_STORE: kind } = vars
  if (kind === 'memory') return { kind }
  if (kind === 'postgres') return { kind, databaseUrl: vars.RELAY_DATABASE_URL ?? '' }
  return {
    kind,
    servers: vars.RELAY_NATS_URLS,
    replicas: vars.RELAY_NATS_REPLICAS,
    receiptBytes: vars.RELAY_NATS_RECEIPT_BYTES,
  }
}
