import { randomBytes } from 'node:crypto'
import { NATS_PROGRAM, startNatsServer } from '@bullring/stack/testing/nats-server'
import { type Logger, pino } from 'pino'
import { startRelay } from '../app/start-relay.ts'
import { parseConfig } from '../config.ts'
import type { RelayLimits } from '../limits/relay-limits.ts'
import { createTestDatabase } from './test-database.ts'

export type StoreKind = 'memory' | 'postgres' | 'nats'

/** Stores that the conformance tests run on: NATS where it is installed. */
export const STORES: readonly StoreKind[] =
  NATS_PROGRAM === null ? ['memory', 'postgres'] : ['memory', 'postgres', 'nats']

/** A store that relays of a test share. */
export type TestStore = {
  variables: Readonly<Record<string, string>>
  /** Whether several nodes can share it. */
  isShared: boolean
  /** The process of its server, if it has a separate one. */
  serverPid: number | null
  drop: () => Promise<void>
}

/** Opens an empty store. */
export async function openTestStore(kind: StoreKind, adminUrl: string): Promise<TestStore> {
  if (kind === 'memory') {
    const drop = () => Promise.resolve()
    return { variables: { RELAY_DATABASE_URL: 'memory' }, isShared: false, serverPid: null, drop }
  }
  if (kind === 'nats') {
    const { url, pid, stop } = await startNatsServer()
    return {
      variables: { RELAY_NATS_URLS: url },
      isShared: true,
      serverPid: pid,
      drop: stop,
    }
  }
  const { url, drop } = await createTestDatabase(adminUrl)
  return {
    variables: { RELAY_DATABASE_URL: url },
    isShared: true,
    serverPid: null,
    drop,
  }
}

/** A relay in this process. */
export type TestRelay = Awaited<ReturnType<typeof startTestRelay>>

export type TestRelayOptions = {
  variables?: Readonly<Record<string, string>>
  /** Limits that an operator cannot choose. */
  limits?: Partial<RelayLimits>
  nowMs?: () => number
  log?: Logger
}

/** Starts the real service in this process. */
export async function startTestRelay(
  store: Pick<TestStore, 'variables'>,
  { variables, limits, nowMs = Date.now, log = pino({ level: 'silent' }) }: TestRelayOptions = {},
) {
  const config = parseConfig({ PORT: '0', ...store.variables, ...variables })
  const limited = { ...config, limits: { ...config.limits, ...limits } }
  const service = await startRelay(limited, log, { nowMs })
  return { httpUrl: service.url, url: service.url.replace('http', 'ws'), stop: service.stop }
}

/** A topic, as clients derive it from a key. */
export function newTopic(): string {
  return randomBytes(32).toString('hex')
}

/** Parameters of `irn_publish`. */
export function publishing(topic: string, message: string, changes: object = {}) {
  return { topic, message, ttl: 300, tag: 1_108, ...changes }
}
