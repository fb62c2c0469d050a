import { forwardCall } from '@bullring/accounts-client/forward-call'
import { followChain } from '@bullring/server/chain/follow-chain'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { clientIp } from '@bullring/server/http/client-ip'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import type { Operation } from '@bullring/server/operations/operation'
import type { Logger } from 'pino'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { isRevoked } from '../sessions/is-revoked.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { createSessionLog } from '../sessions/session-log.ts'
import { type SessionChain, sessionsOperations } from '../sessions/sessions.operations.ts'
import type { ServedChain } from './served-chains.ts'

/** Requests of one IP address: each reads the chain. */
const REQUESTS_PER_MINUTE = 120
/** Calls of one key: more than a player bets. */
const CALLS_PER_MINUTE = 30
/** Interval at which final blocks are read for sessions: each request reads the newer ones itself. */
const LOCAL_POLL_MS = 10_000
const PUBLIC_POLL_MS = 30_000

type SessionsDeps = {
  config: Pick<WalletConfig, 'mainChainId' | 'bundler' | 'http' | 'sessionsFromBlock'>
  log: Logger
  db: Database
  chains: ReadonlyMap<number, ServedChain>
  limits: LimitFactory
}

export type Sessions = {
  operations: readonly Operation[]
  /** Stores the chain's events until the signal aborts. */
  run: (signal: AbortSignal) => Promise<void>
}

/** Sessions of keys on the main chain. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { chains, config } = deps
  const chain = chains.get(config.mainChainId)
  const { sessionsFromBlock: startBlock } = config
  if (chain === undefined || startBlock === null) {
    return { operations: operationsFor(deps, null), run: () => Promise.resolve() }
  }
  const { client } = chain
  const sessionLog = createSessionLog({ db: deps.db, client, isLocal: chain.isLocal, startBlock })
  const onFailure = reportFailedStep(deps.log, 'reading sessions failed')
  const pollIntervalMs = chain.isLocal ? LOCAL_POLL_MS : PUBLIC_POLL_MS
  return {
    operations: operationsFor(deps, {
      chainId: config.mainChainId,
      list: (account) => listSessions({ log: sessionLog, client }, account),
      isRevoked: (account, session) => isRevoked(client, account, session),
      send: senderTo(config),
    }),
    run: (signal) => followChain(sessionLog.step, { pollIntervalMs, onFailure }, signal),
  }
}

function senderTo({ bundler, http }: Pick<WalletConfig, 'bundler' | 'http'>): SessionChain['send'] {
  if (bundler === null) return null
  // The bundler reads the user from the data that the session's key or the account has signed.
  return (call, c) =>
    forwardCall(bundler, call, { userId: null, ip: clientIp(c, http.proxies) }, c.req.raw.signal)
}

function operationsFor(
  { config, limits }: Pick<SessionsDeps, 'config' | 'limits'>,
  chain: SessionChain | null,
): readonly Operation[] {
  const { proxies } = config.http
  const callers = limits.rateLimiter('sessions', REQUESTS_PER_MINUTE)
  const keys = limits.rateLimiter('session-keys', CALLS_PER_MINUTE)
  return sessionsOperations({
    chain,
    take: (c) => callers.take(clientIp(c, proxies), Date.now()),
    takeForKey: (key) => keys.take(key.toLowerCase(), Date.now()),
  })
}
