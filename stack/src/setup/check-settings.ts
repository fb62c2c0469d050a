import { parseConfig as parseBundler } from '@bullring/bundler/config'
import { parseConfig as parseCustody } from '@bullring/custody/config'
import { parseConfig as parseGame, parseKeeperConfig } from '@bullring/game/config'
import { hasForeignOperators } from '@bullring/game/market-config'
import { parseConfig as parseRelay } from '@bullring/relay/config'
import { InvalidConfigError } from '@bullring/server/config/errors'
import { parseConfig as parseVault } from '@bullring/vault/config'
import { parseConfig as parseWallet } from '@bullring/wallet/config'
import { bundlerVariables } from '../bundler/bundler-variables.ts'
import { hasOwnBundler } from '../bundler/start-bundler.ts'
import { embeddedUrls } from '../embedded-wallet/embedded-urls.ts'
import { custodyVariables, vaultVariables } from '../embedded-wallet/embedded-variables.ts'
import { StackError } from '../errors.ts'
import { hasRelay, relayVariables } from '../relay-variables.ts'
import { gameVariables, type ServedMarket, walletVariables } from '../service-variables.ts'
import { parseSettings, type StackSettings } from '../settings.ts'
import type { InstalledSettings } from './settings-folder.ts'

/** Stand in for what `npm start` knows once its databases and services run. */
const DATABASE_URL = 'postgres://127.0.0.1/any'
const SERVICE_URL = 'http://127.0.0.1:1'
const UNKNOWN_MARKET = '0x0000000000000000000000000000000000000001'

/**
 * Parses settings as `npm start`, each of its services and the keeper will.
 *
 * @returns The settings of `npm start`.
 * @throws {StackError} naming every variable that one of them refuses.
 */
export function checkSettings({ start, keeper }: InstalledSettings): StackSettings {
  const settings = parseSettings(start, [])
  const market = standInMarket(settings)
  const keeperChecks = hasForeignOperators(start) ? [] : [keeperCheck(keeper)]
  const checks = [...serviceChecks(settings, market), ...keeperChecks]
  const problems = checks.flatMap((check) => problemIn(check) ?? [])
  if (problems.length > 0) throw new StackError([...new Set(problems)].join('\n'))
  return settings
}

function serviceChecks(settings: StackSettings, market: ServedMarket): readonly (() => unknown)[] {
  const databaseUrl = DATABASE_URL
  const tokens = { custody: 'token-of-custody-service', wallet: 'token-of-wallet-service' }
  const bundler = hasOwnBundler(settings) ? { url: SERVICE_URL, tokens } : null
  const wallet = { databaseUrl, market, nameSignerKey: '', bundler }
  const game = {
    databaseUrl,
    market,
    walletUrl: SERVICE_URL,
    webRoot: '.',
    relayServiceUrl: null,
    embeddedWallet: null,
    services: {},
  }
  return [
    () => parseGame(gameVariables(settings, game)),
    () => parseWallet(walletVariables(settings, wallet)),
    ...(hasRelay(settings) ? [() => parseRelay(relayVariables(settings, databaseUrl))] : []),
    ...(bundler === null
      ? []
      : [() => parseBundler(bundlerVariables(settings, { market, databaseUrl, tokens }))]),
    ...loginChecks(settings, market, bundler),
  ]
}

function loginChecks(
  settings: StackSettings,
  market: ServedMarket,
  bundler: { url: string; tokens: { custody: string; wallet: string } } | null,
): readonly (() => unknown)[] {
  const urls = embeddedUrls(settings)
  if (urls === null) return []
  const options = {
    urls,
    keys: null,
    smtpUrl: null,
    loginProvider: null,
    farcaster: null,
    bundler,
    market,
    walletUrl: SERVICE_URL,
    frameRoot: '',
  }
  return [
    () => parseVault(vaultVariables(settings, options, DATABASE_URL)),
    () => parseCustody(custodyVariables(settings, options, DATABASE_URL)),
  ]
}

/** Before the deployment, the keeper lacks its contract alone. */
function keeperCheck(keeper: InstalledSettings['keeper']): () => unknown {
  const hasMarket = keeper['PREDICTION_ADDRESS'] ?? keeper['GAME_MARKETS']
  const market = hasMarket ? {} : { PREDICTION_ADDRESS: UNKNOWN_MARKET }
  const parse = keeper['DATABASE_URL'] ? parseGame : parseKeeperConfig
  return () => parse({ ...keeper, ...market, GAME_ROLES: 'keeper' })
}

function standInMarket({ chain, serviceEnv }: StackSettings): ServedMarket {
  const rpcUrl = chain.kind === 'public' ? chain.rpcUrl : SERVICE_URL
  if (serviceEnv['GAME_MARKETS']) return { kind: 'listed', rpcUrl, priceFeed: null }
  const { prediction, marketKind } =
    chain.kind === 'public' ? chain : { prediction: null, marketKind: 'bullring' }
  return {
    kind: 'public',
    rpcUrl,
    marketKind,
    startBlock: 0,
    priceFeed: null,
    prediction: prediction ?? UNKNOWN_MARKET,
  }
}

function problemIn(check: () => unknown): string | null {
  try {
    check()
    return null
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.message
    throw error
  }
}
