import { BRAND_FILE } from '@bullring/server/config/shared-settings'
import { phoneRoot } from '../build.ts'
import { portProblem } from '../processes/free-port.ts'
import type { ServedMarket } from '../service-variables.ts'
import type { Start } from '../start.ts'
import { hasPhone, phoneConfig, phonePort } from './phone-config.ts'
import { startPhone } from './start-phone.ts'

/**
 * Starts the test wallet of a local chain.
 *
 * @returns Its URL; null when it is left out.
 */
export async function openPhone(
  { settings, progress, cleanup }: Start,
  market: ServedMarket,
  urls: { gameUrl: string; walletUrl: string },
): Promise<string | null> {
  if (market.kind !== 'local' || !hasPhone(settings)) return null
  const config = phoneConfig(settings, market.localGame)
  const port = phonePort(settings)
  // A game does not fail for want of a test wallet. At another port, it has another account.
  const isFree = (await portProblem('127.0.0.1', port)) === null
  const brand = BRAND_FILE.kind.parse(settings.serviceEnv['BRAND_FILE'] || null)
  const options = { port: isFree ? port : 0, root: phoneRoot, config, brand, ...urls }
  const phone = await progress.step(
    'test wallet',
    () => startPhone(options),
    ({ url }) => url,
  )
  cleanup.defer(phone.stop)
  return phone.url
}
