import { join } from 'node:path'
import { backupFigures } from './backup/backup-figures.ts'
import {
  buildContracts,
  buildFrame,
  buildPhone,
  buildWebApp,
  stampFrame,
  webRoot,
} from './build.ts'
import type { Bundler } from './bundler/bundler.ts'
import { hasOwnBundler, startBundler } from './bundler/start-bundler.ts'
import { openMarket } from './chain/open-market.ts'
import { openCurrentFolder } from './data-folder/open-current-folder.ts'
import { OPERATOR_TOKEN_FILE, withLocalTokens } from './data-folder/operator-tokens.ts'
import { localPushVariables } from './data-folder/push-key.ts'
import { lockDataFolder } from './data-folder/run-lock.ts'
import { checkDatabase } from './database/check-database.ts'
import { type Databases, openDatabases } from './database/open-databases.ts'
import type { Finding } from './doctor/finding.ts'
import { type EmbeddedUrls, embeddedUrls } from './embedded-wallet/embedded-urls.ts'
import {
  type EmbeddedWallet,
  startEmbeddedWallet,
} from './embedded-wallet/start-embedded-wallet.ts'
import { StackError } from './errors.ts'
import { hostUrl } from './host-url.ts'
import { keepService } from './keep-service.ts'
import { openLog } from './log.ts'
import { openNameResolver } from './names/open-name-resolver.ts'
import { openPhone } from './phone/open-phone.ts'
import { hasPhone } from './phone/phone-config.ts'
import { checkPorts } from './processes/check-ports.ts'
import type { Child } from './processes/child.ts'
import { compilePrograms } from './processes/compile-programs.ts'
import type { BackupFigures } from './processes/report-backups.ts'
import type { Progress } from './progress.ts'
import { hasRelay, relayVariables } from './relay-variables.ts'
import { startLocalTicker } from './replay/start-local-ticker.ts'
import { runLocalLoops } from './run-local-loops.ts'
import { gameVariables, type ServedMarket, walletVariables } from './service-variables.ts'
import type { StackSettings } from './settings.ts'
import type { Start } from './start.ts'
import { type RunningService, SERVICE_PROGRAMS, type ServiceOptions } from './start-service.ts'
import { together } from './together.ts'

/** The whole product, running. */
export type Stack = {
  url: string
  /** Page with the mails of a local chain; null when there is none. */
  inboxUrl: string | null
  /** Test wallet of a local chain; null when there is none. */
  phoneUrl: string | null
  /** File with the token of the operator's page on a local chain; null when the operator has set it. */
  operatorTokenFile: string | null
  /** Resolves with a sentence when the chain or the database has exited unexpectedly. Services are started again. */
  failed: Promise<string>
  /** Stops every process in order. */
  stop: () => Promise<void>
}

export type StackOptions = {
  progress: Progress
  /** Examines the installation for the operator's page. */
  onDoctor: (settings: StackSettings) => Promise<readonly Finding[]>
}

/**
 * Starts everything the settings require: database, chain, contracts, price feed, traders, wallet
 * service, game service with keeper and web app.
 *
 * @throws {StackError} with a sentence for the operator, after stopping whatever was started.
 */
export async function startStack(
  given: StackSettings,
  { progress, onDoctor }: StackOptions,
  stopping: AbortSignal,
): Promise<Stack> {
  await using cleanup = new AsyncDisposableStack()
  const failing = new AbortController()
  const signal = AbortSignal.any([stopping, failing.signal])
  const embedded = embeddedUrls(given)
  await checkPorts(given, embedded)
  if (given.databaseUrl !== null) await checkDatabase(given.databaseUrl)
  const lock = await lockDataFolder(given.dataDir)
  cleanup.defer(lock.release)
  await progress.step('contracts', buildContracts, String)
  signal.throwIfAborted()
  const folder = await openCurrentFolder(given, progress)
  const settings = await withLocalTokens(given, folder.path)
  const log = openLog(join(folder.path, 'bullring.log'), progress.note)
  progress.note(`data folder ${folder.path}`)

  const children: Child[] = []
  const keepChild = async (child: Child, program: string) => {
    cleanup.defer(() => child.stop())
    children.push(child)
    void child.exited.then((ending) =>
      failing.abort(new StackError(`${ending}. ${child.lastOutput()}`.trim())),
    )
    await lock.addChild(child.pid, program)
  }
  const note = log.linesOf('npm start')
  const startOne = (options: ServiceOptions) =>
    keepService(
      { ...options, onLine: log.linesOf(options.service), onSpawn: lock.addChild, signal },
      note,
    )
  const start = { settings, folder, progress, cleanup, keepChild, note, signal }
  const [, [{ databases, archive }, market]] = await together(
    together(buildPages(start, embedded !== null), compilePrograms(SERVICE_PROGRAMS, signal)),
    together(openDatabases(start), openMarket(start)),
  )
  signal.throwIfAborted()
  const services = await startServices(
    {
      ...start,
      startOne,
      onDoctor: () => onDoctor(settings),
      backups: () => backupFigures(settings, archive),
    },
    { databases, market, embedded },
  )
  if (market.kind === 'local' && settings.chain.kind === 'local')
    cleanup.defer(runLocalLoops(market.localGame, settings.chain, folder, log))

  const running = cleanup.move()
  let isStopping = false
  const untilEnded = async (child: Child) => {
    const ending = await child.exited
    if (!isStopping) log.error('npm start', `${ending}. ${child.lastOutput()}`)
    return ending
  }
  return {
    url: hostUrl(settings.host, settings.port),
    inboxUrl: services.inboxUrl,
    phoneUrl: services.phoneUrl,
    operatorTokenFile: hasMadeToken(given) ? join(folder.path, OPERATOR_TOKEN_FILE) : null,
    failed: Promise.race(children.map(untilEnded)),
    stop: () => {
      isStopping = true
      return running.disposeAsync()
    },
  }
}

async function buildPages({ settings, progress }: Start, hasFrame: boolean): Promise<void> {
  await progress.step('web app', buildWebApp, String)
  if (hasFrame) await progress.step('wallet frame', buildFrame, String)
  if (hasPhone(settings)) await progress.step('test wallet', buildPhone, String)
}

function hasMadeToken({ chain, serviceEnv }: StackSettings): boolean {
  return chain.kind === 'local' && !serviceEnv['OPERATOR_TOKEN']
}

type ServiceStart = Start & {
  /** Starts a service that is started again when it ends; its caller stops it. */
  startOne: (options: ServiceOptions) => Promise<RunningService>
  /** Examines the installation for the operator's page. */
  onDoctor: () => Promise<readonly Finding[]>
  /** Figures of the backups, for the game service's metrics. */
  backups: () => Promise<BackupFigures | null>
}

/** Parts that were started before the services, which need them. */
type Opened = {
  databases: Databases
  market: ServedMarket
  /** Null without the embedded wallet. */
  embedded: EmbeddedUrls | null
}

/** Starts the services, each after those it calls. */
async function startServices(
  start: ServiceStart,
  opened: Opened,
): Promise<Pick<Stack, 'inboxUrl' | 'phoneUrl'>> {
  const { settings, folder } = start
  const { databases, market } = opened
  const [{ bundler, wallet, embeddedWallet }, relay] = await together(
    openWallets(start, opened),
    openRelay(start, databases.relay),
  )
  start.signal.throwIfAborted()
  const gameEnv = {
    ...(market.kind === 'local' && (await localPushVariables(folder.path))),
    ...(await openTicker(start, market)),
    ...gameVariables(settings, {
      databaseUrl: databases.game,
      webRoot,
      market,
      walletUrl: wallet.url,
      relayServiceUrl: relay?.url ?? null,
      embeddedWallet,
      services: {
        wallet: wallet.url,
        ...(relay !== null && { relay: relay.url }),
        // A hosted bundler must not get our token.
        ...(bundler !== null && bundler.tokens !== null && { bundler: bundler.url }),
        ...embeddedWallet?.services,
      },
    }),
  }
  const game = await openService(start, 'game', 'game service', gameEnv)
  const urls = { gameUrl: game.url, walletUrl: wallet.url }
  const phoneUrl = await openPhone(start, market, urls)
  await openNames(start, market, wallet.nameSignerKey)
  return { inboxUrl: embeddedWallet?.inboxUrl ?? null, phoneUrl }
}

/** Returns the variable of the ticker that moves the line of a local chain. */
async function openTicker(
  { settings, cleanup }: Start,
  market: ServedMarket,
): Promise<Record<string, string>> {
  if (market.kind !== 'local' || settings.chain.kind !== 'local') return {}
  if (settings.chain.tickerUrl !== null) return { GAME_TICKER_URL: settings.chain.tickerUrl }
  const ticker = await startLocalTicker(market.localGame)
  cleanup.defer(ticker.stop)
  return { GAME_TICKER_URL: ticker.url }
}

type Wallets = {
  bundler: Bundler | null
  wallet: { url: string; nameSignerKey: string }
  embeddedWallet: EmbeddedWallet | null
}

/** Starts the services of wallets, each after those it calls. */
async function openWallets(start: ServiceStart, opened: Opened): Promise<Wallets> {
  const { settings, folder, signal } = start
  const { databases, market } = opened
  const bundler = await openBundler(start, opened)
  signal.throwIfAborted()
  const { nameSignerKey } = folder.manifest
  const options = { databaseUrl: databases.wallet, market, nameSignerKey, bundler }
  const env = walletVariables(settings, options)
  const { url } = await openService(start, 'wallet', 'wallet service', env)
  signal.throwIfAborted()
  const embeddedWallet = await openEmbeddedWallet(start, opened, { bundler, walletUrl: url })
  const signer = env['WALLET_NAME_SIGNER_KEY'] ?? nameSignerKey
  return { bundler, wallet: { url, nameSignerKey: signer }, embeddedWallet }
}

/** Starts a service, which stops with the product. */
async function openService(
  { progress, startOne, cleanup, onDoctor, backups }: ServiceStart,
  service: 'wallet' | 'relay' | 'game',
  label: string,
  env: Record<string, string>,
): Promise<RunningService> {
  // Only the game service reports any.
  const onProgress = (text: string) => progress.note(`reading the market's history: ${text}`)
  const options = { service, env, onProgress, onDoctor, ...(service === 'game' && { backups }) }
  const started = await progress.step(label, () => startOne(options))
  cleanup.defer(started.stop)
  return started
}

/** Starts the bundler before the services that pass calls on to it; null without smart accounts. */
async function openBundler(
  { settings, progress, startOne, cleanup }: ServiceStart,
  { databases, market, embedded }: Opened,
): Promise<Bundler | null> {
  if (embedded === null) return null
  const options = { market, databaseUrl: databases.bundler }
  const startIt = () => startBundler(settings, options, startOne)
  const bundler = await (hasOwnBundler(settings) ? progress.step('bundler', startIt) : startIt())
  if (bundler !== null) cleanup.defer(bundler.stop)
  return bundler
}

/** Starts the relay, which pages reach through the game service; null when it is left out. */
async function openRelay(start: ServiceStart, databaseUrl: string): Promise<RunningService | null> {
  if (!hasRelay(start.settings)) return null
  return await openService(start, 'relay', 'relay', relayVariables(start.settings, databaseUrl))
}

/** Starts the services of email login. The keys of a local chain are kept in the data folder. */
async function openEmbeddedWallet(
  { settings, folder, progress, cleanup, startOne }: ServiceStart,
  { databases, market, embedded: urls }: Opened,
  called: { bundler: Bundler | null; walletUrl: string },
): Promise<EmbeddedWallet | null> {
  if (urls === null) return null
  const keys = settings.chain.kind === 'local' ? folder.manifest.embeddedKeys : null
  const frameRoot = await stampFrame(join(folder.path, 'frame'), urls.vault.publicUrl)
  const options = { urls, databases, market, ...called, keys, frameRoot, start: startOne }
  const started = await progress.step(
    'embedded wallet',
    () => startEmbeddedWallet(settings, options),
    ({ url }) => `login by email at ${url}`,
  )
  cleanup.defer(started.stop)
  return started
}

/** Makes names resolve in wallets on the local chain. */
async function openNames(
  { settings, progress, signal }: Start,
  market: ServedMarket,
  signerKey: string,
): Promise<void> {
  if (market.kind !== 'local') return
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  const { host, port, chain, serviceEnv } = settings
  const { rpcUrl, accounts } = market.localGame
  const url = serviceEnv['GAME_PUBLIC_URL'] || hostUrl(host, port)
  const walletUrl = `${new URL(url).origin}/wallet`
  const options = { rpcUrl, chainId: chain.id, owner: accounts.names, walletUrl, signerKey }
  await progress.step(
    'name resolver',
    // A chain that has ended never has the receipt.
    () => Promise.race([openNameResolver(options), aborted]),
    (address) => `names resolve at ${address}`,
  )
}
