import { join } from 'node:path'
import { toUnixSeconds } from '@bullring/prediction/units'
import { buildContracts, buildWebApp, webRoot } from './build.ts'
import { dumpChainState, keepChainState } from './chain/chain-state.ts'
import { type DataFolder, openDataFolder, writeManifest } from './data-folder/data-folder.ts'
import { lockDataFolder } from './data-folder/run-lock.ts'
import { ensureDatabase } from './database/ensure-database.ts'
import { ensureWalletDatabase } from './database/ensure-wallet-database.ts'
import { startPostgres } from './database/postgres.ts'
import { StackError } from './errors.ts'
import {
  createLocalWorld,
  type LocalWorld,
  liveWorld,
  type RunningWorld,
  resumeLocalWorld,
  startMining,
} from './local-world.ts'
import { openLog, type StackLog } from './log.ts'
import type { Child } from './processes/child.ts'
import { portProblem } from './processes/free-port.ts'
import type { Progress } from './progress.ts'
import { gameVariables, walletVariables } from './service-variables.ts'
import type { StackSettings } from './settings.ts'
import { startService } from './start-service.ts'

/** The whole product, running. */
export type Stack = {
  url: string
  /** Resolves with a sentence when a part of it has ended by itself. */
  failed: Promise<string>
  /** Ends every part in order; nothing of it runs afterwards. */
  stop: () => Promise<void>
}

/** Rounds a new local chain has behind it, so that cards, chart and history have something to show. */
const PLAYED_ROUNDS = 6

/**
 * Starts everything the settings ask for: database, chain, contracts, price feed, traders, wallet
 * service, game service with keeper and web app.
 *
 * @throws {StackError} with a sentence for the operator; nothing is left running then.
 */
export async function startStack(
  settings: StackSettings,
  progress: Progress,
  signal: AbortSignal,
): Promise<Stack> {
  await using parts = new AsyncDisposableStack()
  await checkPort(settings)
  const lock = await lockDataFolder(settings.dataDir)
  parts.defer(lock.release)
  const folder = await openDataFolder({
    path: settings.dataDir,
    chainId: settings.chain.id,
    roundSeconds: settings.chain.kind === 'local' ? settings.chain.roundSeconds : 0,
    isFresh: settings.isFresh,
  })
  const log = await openLog(join(folder.path, 'bullring.log'), progress.note)
  parts.defer(log.close)
  progress.note(`data folder ${folder.path}`)

  const children: Child[] = []
  const adopt = async (child: Child, program: string) => {
    children.push(child)
    await lock.addChild(child.pid, program)
  }
  await progress.step('contracts', buildContracts, String)
  signal.throwIfAborted()
  await progress.step('web app', buildWebApp, String)
  signal.throwIfAborted()
  const databases = await openDatabases(settings, folder, progress, parts, adopt)
  signal.throwIfAborted()
  const world = await localWorld(settings, folder, progress, parts, adopt)
  signal.throwIfAborted()
  const wallet = await progress.step('wallet service', () =>
    startService({
      service: 'wallet',
      env: walletVariables(settings, { databaseUrl: databases.wallet, world }),
      onLine: log.line,
      signal,
    }),
  )
  parts.defer(() => wallet.child.stop())
  await adopt(wallet.child, 'wallet.ts')
  signal.throwIfAborted()
  const env = gameVariables(settings, {
    databaseUrl: databases.game,
    webRoot,
    world,
    walletUrl: wallet.url,
  })
  const game = await progress.step('game service', () =>
    startService({ service: 'game', env, onLine: log.line, signal }),
  )
  parts.defer(() => game.child.stop())
  await adopt(game.child, 'game.ts')
  if (world !== null) parts.defer(runLoops(world, folder, log))

  const running = parts.move()
  return {
    url: `http://${settings.host}:${settings.port}`,
    failed: Promise.race(children.map(({ exited }) => exited)),
    stop: () => running.disposeAsync(),
  }
}

async function checkPort({ host, port }: StackSettings): Promise<void> {
  const problem = await portProblem(host, port)
  if (problem === null) return
  const reason =
    problem === 'EADDRINUSE'
      ? 'is in use by another program'
      : problem === 'EACCES'
        ? 'may not be opened by this user'
        : `cannot be opened (${problem})`
  throw new StackError(
    `Port ${port} of ${host} ${reason}. Choose another: PORT=${port < 1_024 ? 3_000 : port + 1} npm start`,
  )
}

type Adopt = (child: Child, program: string) => Promise<void>

/** One database for each service. */
type Databases = { game: string; wallet: string }

async function openDatabases(
  settings: StackSettings,
  folder: DataFolder,
  progress: Progress,
  parts: AsyncDisposableStack,
  adopt: Adopt,
): Promise<Databases> {
  const { databaseUrl, walletDatabaseUrl } = settings
  if (databaseUrl === null) {
    const own = await ownDatabases(folder, progress, parts, adopt)
    return { ...own, wallet: walletDatabaseUrl ?? own.wallet }
  }
  const wallet = walletDatabaseUrl ?? (await ensureWalletDatabase(databaseUrl))
  return { game: databaseUrl, wallet }
}

function ownDatabases(
  folder: DataFolder,
  progress: Progress,
  parts: AsyncDisposableStack,
  adopt: Adopt,
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
    parts.defer(() => postgres.child.stop())
    await adopt(postgres.child, 'postgres')
    for (const name of ['game', 'wallet']) await ensureDatabase(postgres.adminUrl, name)
    return { game: postgres.databaseUrl('game'), wallet: postgres.databaseUrl('wallet') }
  })
}

/** The local chain with its market, new or resumed; null on a public chain. */
async function localWorld(
  settings: StackSettings,
  folder: DataFolder,
  progress: Progress,
  parts: AsyncDisposableStack,
  adopt: Adopt,
): Promise<LocalWorld | null> {
  const { chain } = settings
  if (chain.kind === 'public') return null
  const { market } = folder.manifest
  const { world, chain: process } = await progress.step(
    'local chain (anvil), price feed, traders',
    () => (market === null ? newWorld(chain) : oldWorld(chain, market, folder)),
    ({ world: { market } }) => `chain ${chain.id}, game at ${market.prediction}`,
  )
  parts.defer(() => process.stop())
  await adopt(process, 'anvil')
  if (market === null) {
    await startMining(world)
    await dumpChainState(world.rpcUrl, folder.chainStateFile)
    const { genesisTimestamp } = world.schedule
    await writeManifest(folder.path, {
      ...folder.manifest,
      market: { ...world.market, genesisTimestamp },
    })
  }
  parts.defer(async () => {
    if (process.isRunning()) await dumpChainState(world.rpcUrl, folder.chainStateFile)
  })
  return world
}

type LocalChainSettings = Extract<StackSettings['chain'], { kind: 'local' }>

function newWorld(chain: LocalChainSettings): Promise<RunningWorld> {
  return createLocalWorld({
    chainId: chain.id,
    intervalSeconds: chain.roundSeconds,
    playedRounds: PLAYED_ROUNDS,
    now: Math.floor(Date.now() / 1_000),
  })
}

function oldWorld(
  chain: LocalChainSettings,
  market: NonNullable<DataFolder['manifest']['market']>,
  folder: DataFolder,
): Promise<RunningWorld> {
  return resumeLocalWorld({
    chainId: chain.id,
    market,
    schedule: {
      genesisTimestamp: toUnixSeconds(market.genesisTimestamp),
      intervalSeconds: chain.roundSeconds,
    },
    stateFile: folder.chainStateFile,
  }).catch((cause: unknown) => {
    throw damaged(`The local chain's state ${folder.chainStateFile} cannot be used`, cause)
  })
}

function damaged(sentence: string, cause: unknown): StackError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StackError(`${sentence}: ${reason}\nBegin anew with: npm start -- --fresh`, { cause })
}

/** Starts what moves the local world; the result ends it. */
function runLoops(world: LocalWorld, folder: DataFolder, log: StackLog): () => Promise<void> {
  const loops = new AbortController()
  const report = (source: string) => (error: unknown) => log.error(source, error)
  const running = Promise.all([
    liveWorld(world, report('replay'), loops.signal),
    keepChainState(world.rpcUrl, folder.chainStateFile, report('chain state'), loops.signal),
  ])
  return async () => {
    loops.abort()
    await running
  }
}
