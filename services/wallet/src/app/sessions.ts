import { forwardCall } from '@bullring/server/bundler/forward-call'
import { clientIp } from '@bullring/server/http/client-ip'
import { RateLimiter } from '@bullring/server/http/rate-limit'
import type { Operation } from '@bullring/server/operations/operation'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { listSessions } from '../sessions/list-sessions.ts'
import { type SessionChain, sessionsOperations } from '../sessions/sessions.operations.ts'
import type { ServedChain } from './served-chains.ts'

/** Requests of one IP address: each reads the chain. */
const REQUESTS_PER_MINUTE = 120
/** Calls of one key: more than a player bets. */
const CALLS_PER_MINUTE = 30

type SessionsDeps = {
  config: Pick<WalletConfig, 'mainChainId' | 'bundler' | 'http'>
  db: Database
  chains: ReadonlyMap<number, ServedChain>
}

/** Sessions of keys on the main chain: the index of a local chain knows them. */
export function createSessions(deps: SessionsDeps): readonly Operation[] {
  const { proxies } = deps.config.http
  const callers = new RateLimiter(REQUESTS_PER_MINUTE)
  const keys = new RateLimiter(CALLS_PER_MINUTE)
  return sessionsOperations({
    chain: sessionChain(deps),
    take: (c) => callers.take(clientIp(c, proxies), Date.now()),
    takeForKey: (key) => keys.take(key.toLowerCase(), Date.now()),
  })
}

function sessionChain({ config, db, chains }: SessionsDeps): SessionChain | null {
  const { mainChainId, bundler, http } = config
  const chain = chains.get(mainChainId)
  if (chain === undefined || !chain.isLocal) return null
  const { client } = chain
  return {
    chainId: mainChainId,
    list: (account) => listSessions({ db, client }, account),
    send:
      bundler &&
      ((call, account, c) => {
        const caller = { userId: account.toLowerCase(), ip: clientIp(c, http.proxies) }
        return forwardCall(bundler, call, caller, c.req.raw.signal)
      }),
  }
}
