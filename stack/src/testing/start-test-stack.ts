import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { stampFrame } from '../build.ts'
import type { Bundler } from '../bundler/bundler.ts'
import { startBundler } from '../bundler/start-bundler.ts'
import { ensureDatabase } from '../database/ensure-database.ts'
import { ensureFurtherDatabase } from '../database/ensure-further-database.ts'
import { newEmbeddedKeys } from '../embedded-wallet/embedded-keys.ts'
import {
  type EmbeddedWallet,
  startEmbeddedWallet,
} from '../embedded-wallet/start-embedded-wallet.ts'
import { createLocalGame, type LocalGame, startMining } from '../local-game.ts'
import { freePort } from '../processes/free-port.ts'
import { gameVariables, type ServedMarket, walletVariables } from '../service-variables.ts'
import { parseSettings, type StackSettings } from '../settings.ts'
import { type RunningService, type ServiceOptions, startService } from '../start-service.ts'

type TestEmbeddedWallet = EmbeddedWallet & {
  /** For tests that move the time of what the vault counts. */
  vaultDatabaseUrl: string
}

/** The real product without terminal and data folder, for tests that control time themselves. */
export type TestStack = {
  url: string
  walletUrl: string
  /** Null unless it was requested. */
  embeddedWallet: TestEmbeddedWallet | null
  localGame: LocalGame
  stop: () => Promise<void>
}

export type TestStackOptions = {
  /** URL of a PostgreSQL server, with the right to create databases. */
  postgresUrl: string
  roundSeconds: number
  /** Seconds from a lock to its strike time; 0 by default. */
  strikeDelay?: number
  playedRounds: number
  /** Whether to start a second market too; false by default. */
  hasBtc?: boolean
  /** Whether to start the embedded wallet too, on free ports, with the frame, which must be built; false by default. */
  hasEmbeddedWallet?: boolean
  /** Whether to start the bundler too; by default with the embedded wallet. */
  hasBundler?: boolean
  /** Whether to deploy the local exchange; false by default. */
  hasExchange?: boolean
  /** Folder of the built web app; empty serves only the API. */
  webRoot?: string
  port?: number
  /** GAME_* and WALLET_* variables of the services, besides those the stack sets. */
  variables?: Readonly<Record<string, string>>
  onLine?: (line: string) => void
}

async function newDatabase(postgresUrl: string): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await ensureDatabase(postgresUrl, name)
  const url = new URL(postgresUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Starts chain, database, keeper, index and API; the test controls prices and traders. */
export async function startTestStack(options: TestStackOptions): Promise<TestStack> {
  await using cleanup = new AsyncDisposableStack()
  const port = options.port ?? (await freePort())
  const settings = parseSettings(
    {
      ...options.variables,
      PORT: `${port}`,
      ROUND_SECONDS: `${options.roundSeconds}`,
      LOG_LEVEL: 'warn',
    },
    [],
  )
  const { localGame, chain } = await createLocalGame({
    chainId: settings.chain.id,
    intervalSeconds: options.roundSeconds,
    strikeDelay: options.strikeDelay ?? 0,
    playedRounds: options.playedRounds,
    now: Math.floor(Date.now() / 1_000),
    hasBtc: options.hasBtc ?? false,
    hasExchange: options.hasExchange ?? false,
  })
  cleanup.defer(() => chain.stop(0))
  await startMining(localGame)
  const market = { kind: 'local', localGame } as const
  const databaseUrl = await newDatabase(options.postgresUrl)
  const start = startWith(options.onLine)
  const { hasEmbeddedWallet = false } = options
  const { hasBundler = hasEmbeddedWallet } = options
  const bundler = hasBundler
    ? await startBundler(
        settings,
        { market, databaseUrl: await ensureFurtherDatabase(databaseUrl, 'bundler') },
        start,
      )
    : null
  if (bundler !== null) cleanup.defer(bundler.stop)
  const walletDatabaseUrl = await ensureFurtherDatabase(databaseUrl, 'wallet')
  const wallet = await start({
    service: 'wallet',
    env: walletVariables(settings, {
      databaseUrl: walletDatabaseUrl,
      market,
      nameSignerKey: generatePrivateKey(),
      bundler,
    }),
  })
  cleanup.defer(wallet.stop)
  const embeddedWallet = hasEmbeddedWallet
    ? await startTestEmbeddedWallet(settings, {
        start,
        market,
        bundler,
        databaseUrl,
        walletUrl: wallet.url,
      })
    : null
  if (embeddedWallet !== null) cleanup.defer(embeddedWallet.stop)
  const game = await start({
    service: 'game',
    env: gameVariables(settings, {
      databaseUrl,
      webRoot: options.webRoot ?? '',
      market,
      walletUrl: wallet.url,
      relayServiceUrl: null,
      embeddedWallet,
      services: { wallet: wallet.url, ...embeddedWallet?.services },
    }),
  })
  cleanup.defer(game.stop)
  const running = cleanup.move()
  return {
    url: `http://127.0.0.1:${port}`,
    walletUrl: wallet.url,
    embeddedWallet,
    localGame,
    stop: () => running.disposeAsync(),
  }
}

/** Services that are not started again: tests see them end. */
function startWith(onLine?: (line: string) => void) {
  return async (options: ServiceOptions): Promise<RunningService> => {
    const { url, child } = await startService({ ...options, ...(onLine && { onLine }) })
    return { url, stop: () => child.stop() }
  }
}

async function startTestEmbeddedWallet(
  settings: StackSettings,
  options: {
    databaseUrl: string
    market: ServedMarket
    bundler: Bundler | null
    walletUrl: string
    start: (options: ServiceOptions) => Promise<RunningService>
  },
): Promise<TestEmbeddedWallet> {
  const { databaseUrl, ...shared } = options
  const [custody, vault] = [await freePort(), await freePort()]
  const vaultUrl = `http://127.0.0.1:${vault}`
  const folder = await mkdtemp(join(tmpdir(), 'bullring-frame-'))
  await using cleanup = new AsyncDisposableStack()
  // Not needed once the service has read it.
  cleanup.defer(() => rm(folder, { recursive: true }))
  const frameRoot = await stampFrame(folder, vaultUrl)
  const vaultDatabaseUrl = await ensureFurtherDatabase(databaseUrl, 'vault')
  const started = await startEmbeddedWallet(settings, {
    ...shared,
    frameRoot,
    urls: {
      custody: { port: custody, publicUrl: `http://127.0.0.1:${custody}` },
      vault: { port: vault, publicUrl: vaultUrl },
      inboxPort: 0,
    },
    keys: newEmbeddedKeys(),
    databases: {
      custody: await ensureFurtherDatabase(databaseUrl, 'custody'),
      vault: vaultDatabaseUrl,
    },
  })
  return { ...started, vaultDatabaseUrl }
}
