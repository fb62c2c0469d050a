import { join } from 'node:path'
import { presetFeed } from '@bullring/contracts/market-plan'
import { toUnixSeconds } from '@bullring/prediction/units'
import { buildContracts, buildFrame, buildWebApp, frameRoot, webRoot } from './build.ts'
import { type Bundler, hasOwnBundler, startBundler } from './bundler/start-bundler.ts'
import { dumpChainState, keepChainState } from './chain/chain-state.ts'
import { contractsHash } from './chain/contracts-hash.ts'
import { resolveMarket } from './chain/resolve-market.ts'
import { giveCollectibles } from './collectibles/give-collectibles.ts'
import { openCollectibles } from './collectibles/open-collectibles.ts'
import {
  type DataFolder,
  openDataFolder,
  setDataAside,
  writeManifest,
} from './data-folder/data-folder.ts'
import { localPushVariables } from './data-folder/push-key.ts'
import { lockDataFolder } from './data-folder/run-lock.ts'
import { ensureFurtherDatabase, type FurtherService } from './database/ensure-further-database.ts'
import { ensureServiceDatabase } from './database/ensure-service-database.ts'
import { startPostgres } from './database/postgres.ts'
import { type EmbeddedUrls, embeddedUrls } from './embedded-wallet/embedded-urls.ts'
import {
  type EmbeddedWallet,
  startEmbeddedWallet,
} from './embedded-wallet/start-embedded-wallet.ts'
import { StackError } from './errors.ts'
import {
  createLocalGame,
  type LocalGame,
  type RunningLocalGame,
  replayOnLocalGame,
  resumeLocalGame,
  startMining,
  tradeOnLocalExchange,
} from './local-game.ts'
import { openLog, type StackLog } from './log.ts'
import { openNameResolver } from './names/open-name-resolver.ts'
import type { Child } from './processes/child.ts'
import { portProblem } from './processes/free-port.ts'
import type { Progress } from './progress.ts'
import { hasRelay, relayVariables } from './relay-variables.ts'
import { gameVariables, type ServedMarket, walletVariables } from './service-variables.ts'
import type { StackSettings } from './settings.ts'
import { type Service, type ServiceOptions, startService } from './start-service.ts'

/** The whole product, running. */
export type Stack = {
  url: string
  /** Page with the mails of a local chain; null when there is none. */
  inboxUrl: string | null
  /** Resolves with a sentence when one of its processes has exited unexpectedly. */
  failed: Promise<string>
  /** Stops every process in order. */
  stop: () => Promise<void>
}

/** Rounds already played on a new local chain, so that cards, chart and history are not empty. */
const PLAYED_ROUNDS = 6

/**
 * Starts everything the settings require: database, chain, contracts, price feed, traders, wallet
 * service, game service with keeper and web app.
 *
 * @throws {StackError} with a sentence for the operator, after stopping whatever was started.
 */
export async function startStack(
  settings: StackSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<Stack> {
  await using cleanup = new AsyncDisposableStack()
  const embedded = embeddedUrls(settings)
  await checkPorts(settings, embedded)
  const lock = await lockDataFolder(settings.dataDir)
  cleanup.defer(lock.release)
  await progress.step('contracts', buildContracts, String)
  signal.throwIfAborted()
  const folder = await openCurrentFolder(settings, progress)
  const log = await openLog(join(folder.path, 'bullring.log'), progress.note)
  cleanup.defer(log.close)
  progress.note(`data folder ${folder.path}`)

  const options = { onLine: log.line, signal }
  const children: Child[] = []
  const trackChild = async (child: Child, program: string) => {
    children.push(child)
    await lock.addChild(child.pid, program)
  }
  const keepChild = async (child: Child, program: string) => {
    cleanup.defer(() => child.stop())
    await trackChild(child, program)
  }
  await progress.step('web app', buildWebApp, String)
  if (embedded !== null) await progress.step('wallet frame', buildFrame, String)
  signal.throwIfAborted()
  const databases = await openDatabases(settings, folder, progress, cleanup, trackChild)
  signal.throwIfAborted()
  const market = await openMarket(settings, folder, progress, cleanup, trackChild)
  signal.throwIfAborted()
  const bundler =
    embedded && (await openBundler(settings, databases.bundler, market, progress, options))
  if (bundler?.child) await keepChild(bundler.child, 'bundler.ts')
  signal.throwIfAborted()
  const { nameSignerKey } = folder.manifest
  const walletOptions = { databaseUrl: databases.wallet, market, nameSignerKey, bundler }
  const walletEnv = walletVariables(settings, walletOptions)
  const wallet = await progress.step('wallet service', () =>
    startService({ service: 'wallet', env: walletEnv, ...options }),
  )
  await keepChild(wallet.child, 'wallet.ts')
  signal.throwIfAborted()
  const embeddedWallet =
    embedded &&
    (await openEmbeddedWallet(settings, folder, progress, {
      urls: embedded,
      databases,
      market,
      bundler,
      walletUrl: wallet.url,
      ...options,
    }))
  if (embeddedWallet !== null) {
    cleanup.defer(embeddedWallet.stop)
    for (const { child, program } of embeddedWallet.children) await trackChild(child, program)
  }
  signal.throwIfAborted()
  const relay = await openRelay(settings, databases.relay, progress, options)
  if (relay !== null) await keepChild(relay.child, 'relay.ts')
  const env = {
    ...(market.kind === 'local' && (await localPushVariables(folder.path))),
    ...gameVariables(settings, {
      databaseUrl: databases.game,
      webRoot,
      market,
      walletUrl: wallet.url,
      relayServiceUrl: relay?.url ?? null,
      embeddedWallet,
    }),
  }
  const game = await progress.step('game service', () =>
    startService({
      service: 'game',
      env,
      ...options,
      onProgress: (text) => progress.note(`reading the market's history: ${text}`),
    }),
  )
  await keepChild(game.child, 'game.ts')
  await openNames(settings, market, walletEnv['WALLET_NAME_SIGNER_KEY'] ?? nameSignerKey, progress)
  if (market.kind === 'local')
    cleanup.defer(runLoops(market.localGame, settings.chain.id, folder, log))

  const running = cleanup.move()
  return {
    url: `http://${settings.host}:${settings.port}`,
    inboxUrl: embeddedWallet?.inboxUrl ?? null,
    failed: Promise.race(children.map(({ exited }) => exited)),
    stop: () => running.disposeAsync(),
  }
}

/** Starts the bundler before the services that pass calls on to it; null without smart accounts. */
async function openBundler(
  settings: StackSettings,
  databaseUrl: string,
  market: ServedMarket,
  progress: Progress,
  options: Pick<ServiceOptions, 'onLine' | 'signal'>,
): Promise<Bundler | null> {
  if (!hasOwnBundler(settings))
    return await startBundler(settings, { market, databaseUrl }, options)
  return await progress.step('bundler', () =>
    startBundler(settings, { market, databaseUrl }, options),
  )
}

/** Starts the relay, which pages reach through the game service; null when it is left out. */
async function openRelay(
  settings: StackSettings,
  databaseUrl: string,
  progress: Progress,
  options: Pick<ServiceOptions, 'onLine' | 'signal'>,
): Promise<Service | null> {
  if (!hasRelay(settings)) return null
  const env = relayVariables(settings, databaseUrl)
  return await progress.step('relay', () => startService({ service: 'relay', env, ...options }))
}

type EmbeddedParts = {
  urls: EmbeddedUrls
  databases: Databases
  market: ServedMarket
  bundler: Bundler | null
  walletUrl: string
  onLine: (line: string) => void
  signal: AbortSignal
}

/** Starts the services of email login. The keys of a local chain are kept in the data folder. */
function openEmbeddedWallet(
  settings: StackSettings,
  { manifest }: DataFolder,
  progress: Progress,
  parts: EmbeddedParts,
): Promise<EmbeddedWallet> {
  const keys = settings.chain.kind === 'local' ? manifest.embeddedKeys : null
  return progress.step(
    'embedded wallet',
    () => startEmbeddedWallet(settings, { ...parts, keys, frameRoot }),
    ({ url }) => `login by email at ${url}`,
  )
}

/** Makes names resolve in wallets on the local chain. */
async function openNames(
  { host, port, chain, serviceEnv }: StackSettings,
  market: ServedMarket,
  signerKey: string,
  progress: Progress,
): Promise<void> {
  if (market.kind !== 'local') return
  const { rpcUrl, accounts } = market.localGame
  const url = serviceEnv['GAME_PUBLIC_URL'] || `http://${host}:${port}`
  const walletUrl = `${new URL(url).origin}/wallet`
  const options = { rpcUrl, chainId: chain.id, owner: accounts.names, walletUrl, signerKey }
  await progress.step(
    'name resolver',
    () => openNameResolver(options),
    (address) => `names resolve at ${address}`,
  )
}

/** Opens the data folder. A local chain whose contracts are not those of this version is set aside. */
async function openCurrentFolder(settings: StackSettings, progress: Progress): Promise<DataFolder> {
  const { dataDir: path, chain, isFresh } = settings
  const roundSeconds = chain.kind === 'local' ? chain.roundSeconds : 0
  const options = { path, chainId: chain.id, roundSeconds, isFresh }
  const folder = await openDataFolder(options)
  const { market } = folder.manifest
  if (market === null || market.contractsHash === contractsHash()) return folder
  const aside = await setDataAside(path, new Date())
  progress.note(
    `the contracts have changed since this local chain began: starting a new chain with a new market. ${keptData(settings, aside)}`,
  )
  return await openDataFolder(options)
}

/** Says what happens to the data of a chain that is not continued. */
function keptData({ databaseUrl }: StackSettings, aside: string): string {
  return databaseUrl === null
    ? `The old chain and its database are kept in ${aside}; the new database is empty`
    : `The old chain is kept in ${aside}; your database is kept, and its index is rebuilt from the new chain`
}

/** Ports of the whole product: of the game, and of the embedded wallet after it. */
async function checkPorts(settings: StackSettings, embedded: EmbeddedUrls | null): Promise<void> {
  const { host, port } = settings
  await checkPort(host, port, `Choose another: PORT=${port < 1_024 ? 3_000 : port + 1} npm start`)
  if (embedded === null) return
  const advice = `Choose another PORT, or leave the embedded wallet out: EMBEDDED_WALLET=off npm start`
  await checkPort(host, embedded.custody.port, `The embedded wallet needs it. ${advice}`)
  await checkPort(host, embedded.vault.port, `The embedded wallet’s vault needs it. ${advice}`)
  if (embedded.inboxPort === null) return
  await checkPort('127.0.0.1', embedded.inboxPort, `The mailbox page needs it. ${advice}`)
}

async function checkPort(host: string, port: number, advice: string): Promise<void> {
  const problem = await portProblem(host, port)
  if (problem === null) return
  const reason =
    problem === 'EADDRINUSE'
      ? 'is in use by another program'
      : problem === 'EACCES'
        ? 'requires more privileges than this user has'
        : `cannot be opened (${problem})`
  throw new StackError(`Port ${port} of ${host} ${reason}. ${advice}`)
}

type TrackChild = (child: Child, program: string) => Promise<void>

/** URLs of the services' databases. */
type Databases = { game: string } & Record<FurtherService, string>

async function openDatabases(
  settings: StackSettings,
  folder: DataFolder,
  progress: Progress,
  cleanup: AsyncDisposableStack,
  trackChild: TrackChild,
): Promise<Databases> {
  const { databaseUrl } = settings
  const given = givenDatabases(settings)
  if (databaseUrl === null) {
    const own = await ownDatabases(folder, progress, cleanup, trackChild)
    return { ...own, ...given }
  }
  const { embeddedWallet } = settings
  const services: FurtherService[] =
    embeddedWallet === 'off' ? ['wallet'] : ['wallet', 'custody', 'vault']
  if (embeddedWallet !== 'off' && hasOwnBundler(settings)) services.push('bundler')
  if (hasRelay(settings)) services.push('relay')
  const none = { wallet: '', custody: '', vault: '', bundler: '', relay: '' }
  const urls = { game: databaseUrl, ...none, ...given }
  const isNewChain = settings.chain.kind === 'local' && folder.manifest.market === null
  for (const service of services) {
    // The journal of another chain knows nonces that this one does not.
    const isEmptied = service === 'bundler' && isNewChain
    urls[service] ||= await ensureFurtherDatabase(databaseUrl, service, { isEmptied })
  }
  return urls
}

/** Databases that the operator named. */
function givenDatabases({ serviceEnv }: StackSettings): Partial<Databases> {
  const names = ['wallet', 'custody', 'vault', 'bundler', 'relay'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const url = serviceEnv[`${name.toUpperCase()}_DATABASE_URL`]
      return url ? [[name, url]] : []
    }),
  )
}

function ownDatabases(
  folder: DataFolder,
  progress: Progress,
  cleanup: AsyncDisposableStack,
  trackChild: TrackChild,
): Promise<Databases> {
  return progress.step('database (PostgreSQL)', async () => {
    const postgres = await startPostgres({
      folder: folder.databaseFolder,
      password: folder.manifest.databasePassword,
      isDurable: true,
    }).catch((cause: unknown) => {
      if (cause instanceof StackError) throw cause
      throw damaged(`The database in ${folder.databaseFolder} does not start`, cause)
    })
    cleanup.defer(() => postgres.child.stop())
    await trackChild(postgres.child, 'postgres')
    return {
      game: await ensureServiceDatabase(postgres.adminUrl, 'game'),
      wallet: await ensureServiceDatabase(postgres.adminUrl, 'wallet'),
      custody: await ensureServiceDatabase(postgres.adminUrl, 'custody'),
      vault: await ensureServiceDatabase(postgres.adminUrl, 'vault'),
      bundler: await ensureServiceDatabase(postgres.adminUrl, 'bundler'),
      relay: await ensureServiceDatabase(postgres.adminUrl, 'relay'),
    }
  })
}

/** Finds the market of a public chain, or starts a local chain with one. */
async function openMarket(
  { chain, serviceEnv }: StackSettings,
  folder: DataFolder,
  progress: Progress,
  cleanup: AsyncDisposableStack,
  trackChild: TrackChild,
): Promise<ServedMarket> {
  const listed = serviceEnv['GAME_MARKETS']
  if (chain.kind === 'public' && listed) {
    const { rpcUrl } = chain
    progress.note(`markets of chain ${chain.id} from GAME_MARKETS`)
    return { kind: 'listed', rpcUrl, priceFeed: presetFeed(chain.id) }
  }
  if (chain.kind === 'public') {
    const market = await progress.step(
      'market',
      () => resolveMarket(chain),
      ({ prediction, startBlock }) =>
        `${prediction} on chain ${chain.id}, since block ${startBlock}`,
    )
    return { kind: 'public', ...market }
  }
  const localGame = await startLocalGame(chain, folder, progress, cleanup, trackChild)
  return { kind: 'local', localGame }
}

/** Starts the local chain with its market, new or from the data folder. */
async function startLocalGame(
  chain: LocalChainSettings,
  folder: DataFolder,
  progress: Progress,
  cleanup: AsyncDisposableStack,
  trackChild: TrackChild,
): Promise<LocalGame> {
  const { market } = folder.manifest
  const { localGame, chain: process } = await progress.step(
    'local chain (anvil), price feed, traders',
    () => (market === null ? newLocalGame(chain) : savedLocalGame(chain, market, folder)),
    ({ localGame: { market } }) => `chain ${chain.id}, game at ${market.prediction}`,
  )
  cleanup.defer(() => process.stop())
  await trackChild(process, 'anvil')
  if (market === null) {
    await startMining(localGame)
    await dumpChainState(localGame.rpcUrl, folder.chainStateFile)
    const { genesisTimestamp } = localGame.schedule
    await writeManifest(folder.path, {
      ...folder.manifest,
      market: {
        ...localGame.market,
        ...(localGame.btc && { btc: localGame.btc.market }),
        genesisTimestamp,
        contractsHash: contractsHash(),
      },
    })
  }
  cleanup.defer(async () => {
    if (process.isRunning()) await dumpChainState(localGame.rpcUrl, folder.chainStateFile)
  })
  return localGame
}

type LocalChainSettings = Extract<StackSettings['chain'], { kind: 'local' }>

/** Shorter than on the public chains: a replayed price cannot be known in advance. */
const STRIKE_DELAY_SECONDS = 2

function newLocalGame(chain: LocalChainSettings): Promise<RunningLocalGame> {
  return createLocalGame({
    chainId: chain.id,
    intervalSeconds: chain.roundSeconds,
    strikeDelay: STRIKE_DELAY_SECONDS,
    playedRounds: PLAYED_ROUNDS,
    now: Math.floor(Date.now() / 1_000),
    hasBtc: chain.hasBtc,
    hasExchange: chain.hasExchange,
  })
}

function savedLocalGame(
  chain: LocalChainSettings,
  market: NonNullable<DataFolder['manifest']['market']>,
  folder: DataFolder,
): Promise<RunningLocalGame> {
  return resumeLocalGame({
    chainId: chain.id,
    markets: { market, btc: (chain.hasBtc && market.btc) || null },
    schedule: {
      genesisTimestamp: toUnixSeconds(market.genesisTimestamp),
      intervalSeconds: chain.roundSeconds,
      strikeDelay: STRIKE_DELAY_SECONDS,
    },
    stateFile: folder.chainStateFile,
    hasExchange: chain.hasExchange,
  }).catch((cause: unknown) => {
    throw damaged(`The local chain's state ${folder.chainStateFile} cannot be loaded`, cause)
  })
}

function damaged(sentence: string, cause: unknown): StackError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StackError(`${sentence}: ${reason}\nStart from scratch with: npm start -- --fresh`, {
    cause,
  })
}

/**
 * Starts the background loops of the local game.
 *
 * @returns Stops them.
 */
function runLoops(
  localGame: LocalGame,
  chainId: number,
  folder: DataFolder,
  log: StackLog,
): () => Promise<void> {
  const loops = new AbortController()
  const report = (source: string) => (error: unknown) => log.error(source, error)
  const running = Promise.all([
    replayOnLocalGame(localGame, report('replay'), loops.signal),
    tradeOnLocalExchange(localGame, chainId, report('exchange trader'), loops.signal),
    keepChainState(localGame.rpcUrl, folder.chainStateFile, report('chain state'), loops.signal),
    giveToNewcomers(localGame, chainId, report('collectibles'), loops.signal),
  ])
  return async () => {
    loops.abort()
    await running
  }
}

/** Gives each newcomer of a chain with tokens a collectible, until `signal` aborts. */
async function giveToNewcomers(
  { rpcUrl, accounts, exchange }: LocalGame,
  chainId: number,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  if (exchange === null) return
  const owner = accounts.collectibles
  const faucet = accounts.faucet.address
  try {
    const collection = await openCollectibles({ rpcUrl, chainId, owner })
    await giveCollectibles({ rpcUrl, chainId, collection, owner, faucet }, report, signal)
  } catch (error) {
    report(error)
  }
}
