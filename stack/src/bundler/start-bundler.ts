import { randomBytes } from 'node:crypto'
import type { ServedMarket } from '../service-variables.ts'
import type { StackSettings } from '../settings.ts'
import type { RunningService, ServiceOptions } from '../start-service.ts'
import type { Bundler } from './bundler.ts'
import { bundlerVariables } from './bundler-variables.ts'

/** Whether this installation runs a bundler: on a local chain, and on others where its key is set. */
export function hasOwnBundler({ chain, bundlerUrl, serviceEnv }: StackSettings): boolean {
  if (bundlerUrl !== null) return false
  return chain.kind === 'local' || Boolean(serviceEnv['BUNDLER_RELAYER_PRIVATE_KEY'])
}

/**
 * Starts the bundler, unless a hosted one is named; null without either.
 *
 * @throws {StackError}
 */
export async function startBundler(
  settings: StackSettings,
  { market, databaseUrl }: { market: ServedMarket; databaseUrl: string },
  start: (options: ServiceOptions) => Promise<RunningService>,
): Promise<Bundler | null> {
  const { bundlerUrl, serviceEnv } = settings
  if (bundlerUrl !== null) return { url: bundlerUrl, tokens: null, stop: () => Promise.resolve() }
  if (!hasOwnBundler(settings)) return null
  const tokens = {
    custody: serviceEnv['BUNDLER_CUSTODY_TOKEN'] || newToken(),
    wallet: serviceEnv['BUNDLER_WALLET_TOKEN'] || newToken(),
  }
  const env = bundlerVariables(settings, { market, databaseUrl, tokens })
  const { url, stop } = await start({ service: 'bundler', env })
  return { url: `${url}/rpc`, tokens, stop }
}

/** Generates a token that one service sends to another. */
export function newToken(): string {
  return randomBytes(24).toString('hex')
}
