import { broken, type Check, type Finding, on } from '../finding.ts'
import { type Reach, requestLocal, requestSite } from './site-request.ts'

const CAPABILITY = 'addresses of visitors'
const PATH = '/'
const FORGED = { 'x-forwarded-host': 'forged.invalid' }
const OTHER_HOST = 421

/** A service that refuses the requests of another host, as its trusted proxy names it. */
export type GuardedService = { host: string; port: number }

/**
 * Checks that services believe the headers of the proxy, and that the proxy replaces those of a visitor.
 *
 * @param proxies - Number of proxies that the settings name.
 * @param guarded - Custody and vault: the game's pages show no difference to a caller.
 */
export function checkForwarding(
  proxies: number,
  guarded: readonly GuardedService[],
  reach: Reach,
): Check {
  return {
    capability: CAPABILITY,
    run: async (signal) => {
      if (proxies === 0) return [broken(CAPABILITY, 'all share one limit', 'TRUST_PROXY=1')]
      const found = await Promise.all(guarded.map((each) => problemAt(each, reach, signal)))
      const problem = found.find((each) => each !== null)
      return [
        problem ??
          on(CAPABILITY, `come from ${proxies === 1 ? 'the proxy' : `${proxies} proxies`}`),
      ]
    },
  }
}

async function problemAt(
  { host, port }: GuardedService,
  reach: Reach,
  signal: AbortSignal,
): Promise<Finding | null> {
  const headers = { host, ...FORGED }
  const past = await requestLocal({ port, path: PATH, headers }, signal)
  if (past.status !== OTHER_HOST)
    return broken(
      CAPABILITY,
      `the service of ${host} trusts no proxy`,
      'systemctl restart bullring',
    )
  const through = await requestSite(reach, { host, path: PATH, headers: FORGED }, signal)
  if (through.status !== OTHER_HOST) return null
  const why = `the proxy passes on what visitors of ${host} send as X-Forwarded-Host`
  return broken(CAPABILITY, why, 'the sites of the proxy')
}
