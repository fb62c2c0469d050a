import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasForeignOperators } from '@bullring/game/market-config'
import { TRUST_PROXY } from '@bullring/server/config/shared-settings'
import * as z from 'zod/mini'
import { embeddedUrls } from '../embedded-wallet/embedded-urls.ts'
import { StackError } from '../errors.ts'
import { hasRelay } from '../relay-variables.ts'
import { repositoryRoot } from '../repository-root.ts'
import type { StackSettings } from '../settings.ts'
import { checkSettings } from '../setup/check-settings.ts'
import { hasMarket } from '../setup/next-steps.ts'
import {
  type EarlierFiles,
  type InstalledSettings,
  readSettings,
} from '../setup/settings-folder.ts'
import { capabilities } from './capabilities.ts'
import { openChainNodes } from './chain/chain-nodes.ts'
import { checkBalances } from './chain/check-balances.ts'
import { checkClock } from './chain/check-clock.ts'
import { checkFeeds } from './chain/check-feed.ts'
import { checkNodes } from './chain/check-nodes.ts'
import { checkSimulation } from './chain/check-simulation.ts'
import { type ServedMarket, servedMarkets } from './chain/served-markets.ts'
import { checkBackup } from './check-backup.ts'
import { checkMail } from './check-mail.ts'
import { checkServices, type LocalService } from './check-services.ts'
import { broken, type Check, type Finding, on } from './finding.ts'
import { hideSecrets } from './hide-secrets.ts'
import { runChecks } from './run-checks.ts'
import { checkCertificates } from './site/check-certificate.ts'
import { checkForwarding, type GuardedService } from './site/check-forwarding.ts'
import { checkNames } from './site/check-names.ts'
import { checkRelay } from './site/check-relay.ts'
import { checkSite } from './site/check-site.ts'
import type { Reach } from './site/site-request.ts'

export type ExamineOptions = {
  /** Settings folder. */
  folder: string
  /** Files of an earlier installation, which count where the folder is missing; null for none. */
  earlier: EarlierFiles | null
  /** Gets a mail; null for none. */
  recipient: string | null
  /** Folder of backups; null for none. */
  backups: string | null
  reach: Reach
  signal: AbortSignal
}

/** By the names of the site, at the port that browsers use. */
export const REACH: Reach = { address: null, port: 443, authority: null, nameServers: null }

const Manifest = z.object({ engines: z.object({ node: z.string() }) })

/** Examines an installation; returns what visitors have and lack, without secrets. */
export async function examine(options: ExamineOptions): Promise<readonly Finding[]> {
  const installed = await readSettings(options.folder, options.earlier)
  const own = [await nodeFinding(), settingsFinding(installed, options.folder)]
  const settings = parsed(installed)
  if (settings === null) return own
  const markets = await servedMarkets(installed.start)
  const checks = checksOf(options, installed, { settings, markets })
  const found = await runChecks(checks, options.signal)
  const findings = [...own, ...found, marketFinding(markets, installed), ...capabilities(settings)]
  return hideSecrets(findings, [installed.start, installed.keeper])
}

/**
 * Examines a running installation by the settings of its `npm start`, which has neither the keeper's nor a folder.
 *
 * @param env - Variables that it was started with.
 */
export async function examineRunning(
  env: Readonly<Record<string, string | undefined>>,
  settings: StackSettings,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const start = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const installed = { start, keeper: {} }
  const markets = settings.chain.kind === 'public' ? await servedMarkets(start) : []
  const options = { recipient: null, backups: null, reach: REACH }
  const checks = checksOf(options, installed, { settings, markets })
  const found = await runChecks(checks, signal)
  return hideSecrets([await nodeFinding(), ...found, ...capabilities(settings)], [start])
}

type Installation = { settings: StackSettings; markets: readonly ServedMarket[] }

function checksOf(
  { recipient, backups, reach }: Pick<ExamineOptions, 'recipient' | 'backups' | 'reach'>,
  installed: InstalledSettings,
  { settings, markets }: Installation,
): readonly Check[] {
  const { chain, serviceEnv } = settings
  const proxies = TRUST_PROXY.kind.parse(serviceEnv['TRUST_PROXY'])
  const { MAIL_URL: url, MAIL_FROM: from = '' } = serviceEnv
  const hosts = publicHosts(settings)
  const [host] = hosts
  return [
    checkNames(hosts, reach),
    checkCertificates(hosts, reach),
    ...(host === undefined ? [] : [checkSite(host, reach)]),
    ...(host !== undefined && hasRelay(settings) ? [checkRelay(host, reach)] : []),
    ...(chain.kind === 'public' ? [checkForwarding(proxies, loginServices(settings), reach)] : []),
    checkServices(localServices(settings, installed)),
    ...(url ? [checkMail({ url, from }, recipient)] : []),
    ...(chain.kind === 'public' ? chainChecks(chain, installed, markets) : []),
    checkBackup(backups, settings),
  ]
}

function chainChecks(
  { id, rpcUrl }: { id: number; rpcUrl: string },
  installed: InstalledSettings,
  markets: readonly ServedMarket[],
): readonly Check[] {
  const chain = openChainNodes(id, rpcUrl.split(','))
  const [first] = chain.nodes
  const hasBundler = Boolean(installed.start['BUNDLER_RELAYER_PRIVATE_KEY'])
  return [
    checkNodes(chain, markets),
    checkFeeds(chain.client, markets),
    checkBalances(chain.client, installed, markets),
    ...(first === undefined ? [] : [checkClock(first.url)]),
    ...(hasBundler ? [checkSimulation(chain)] : []),
  ]
}

function publicHosts({ serviceEnv }: StackSettings): readonly string[] {
  const { GAME_PUBLIC_URL, CUSTODY_PUBLIC_URL, VAULT_PUBLIC_URL } = serviceEnv
  return [GAME_PUBLIC_URL, CUSTODY_PUBLIC_URL, VAULT_PUBLIC_URL].flatMap((url) =>
    url ? [new URL(url).hostname] : [],
  )
}

function loginServices(settings: StackSettings): readonly GuardedService[] {
  const urls = embeddedUrls(settings)
  if (urls === null) return []
  return [urls.custody, urls.vault].map(({ port, publicUrl }) => ({
    host: new URL(publicUrl).hostname,
    port,
  }))
}

function localServices(
  settings: StackSettings,
  { start, keeper }: InstalledSettings,
): readonly LocalService[] {
  const urls = embeddedUrls(settings)
  const unit = 'bullring'
  return [
    { name: 'game', port: settings.port, unit },
    ...(urls === null
      ? []
      : [
          { name: 'custody', port: urls.custody.port, unit },
          { name: 'vault', port: urls.vault.port, unit },
        ]),
    ...(hasForeignOperators(start) || Object.keys(keeper).length === 0
      ? []
      : [{ name: 'keeper', port: Number(keeper['PORT'] ?? 4_000), unit: 'bullring-keeper' }]),
  ]
}

async function nodeFinding(): Promise<Finding> {
  const text = await readFile(join(repositoryRoot, 'package.json'), 'utf8')
  const { engines } = z.parse(Manifest, JSON.parse(text))
  const least = Number(/\d+/.exec(engines.node)?.[0])
  const { node } = process.versions
  const isFit = Number.parseInt(node, 10) >= least
  return isFit
    ? on('Node.js', node)
    : broken('Node.js', `${node} is older than ${least}`, 'npm start')
}

function settingsFinding(installed: InstalledSettings, folder: string): Finding {
  try {
    checkSettings(installed)
    if (Object.keys(installed.start).length === 0) {
      return broken('settings', `none in ${folder}`, 'npm run setup')
    }
    return on('settings', folder)
  } catch (error) {
    if (!(error instanceof StackError)) throw error
    return broken('settings', error.message, 'npm run setup')
  }
}

function parsed(installed: InstalledSettings): StackSettings | null {
  if (Object.keys(installed.start).length === 0) return null
  try {
    return checkSettings(installed)
  } catch (error) {
    if (error instanceof StackError) return null
    throw error
  }
}

function marketFinding(markets: readonly ServedMarket[], installed: InstalledSettings): Finding {
  const capability = 'market'
  if (markets.length === 0)
    return broken(capability, 'none is deployed', 'npm run deploy -- --send')
  if (!hasMarket(installed))
    return broken(
      capability,
      'the keeper does not know it, so nothing settles',
      'npm run setup -- --yes',
    )
  return on(
    capability,
    markets.map(({ symbol, prediction }) => `${symbol} ${prediction}`).join(', '),
  )
}
