import { randomBytes } from 'node:crypto'
import { ensureDatabase } from '../database/ensure-database.ts'
import { ensureWalletDatabase } from '../database/ensure-wallet-database.ts'
import { createLocalWorld, type LocalWorld, startMining } from '../local-world.ts'
import { freePort } from '../processes/free-port.ts'
import { gameVariables, walletVariables } from '../service-variables.ts'
import { parseSettings } from '../settings.ts'
import { startService } from '../start-service.ts'

/** The real product without terminal and data folder: for tests that drive time themselves. */
export type TestStack = { url: string; world: LocalWorld; stop: () => Promise<void> }

export type TestStackOptions = {
  /** Connection with the right to make databases. */
  postgresUrl: string
  roundSeconds: number
  playedRounds: number
  /** Folder of the built web app; empty serves the API alone. */
  webRoot?: string
  port?: number
  /** GAME_* and WALLET_* variables of the services, besides what the stack sets itself. */
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

/** Starts chain, database, keeper, index and API; prices and traders move only when the test says so. */
export async function startTestStack(options: TestStackOptions): Promise<TestStack> {
  await using parts = new AsyncDisposableStack()
  const port = options.port ?? (await freePort())
  const settings = parseSettings(
    {
      ...options.variables,
      PORT: `${port}`,
      ROUND_SECONDS: `${options.roundSeconds}`,
      GAME_LOG_LEVEL: 'warn',
      WALLET_LOG_LEVEL: 'warn',
    },
    [],
  )
  const { world, chain } = await createLocalWorld({
    chainId: settings.chain.id,
    intervalSeconds: options.roundSeconds,
    playedRounds: options.playedRounds,
    now: Math.floor(Date.now() / 1_000),
  })
  parts.defer(() => chain.stop(0))
  await startMining(world)
  const databaseUrl = await newDatabase(options.postgresUrl)
  const onLine = options.onLine && { onLine: options.onLine }
  const walletDatabaseUrl = await ensureWalletDatabase(databaseUrl)
  const wallet = await startService({
    service: 'wallet',
    env: walletVariables(settings, { databaseUrl: walletDatabaseUrl, world }),
    ...onLine,
  })
  parts.defer(() => wallet.child.stop())
  const game = await startService({
    service: 'game',
    env: gameVariables(settings, {
      databaseUrl,
      webRoot: options.webRoot ?? '',
      world,
      walletUrl: wallet.url,
    }),
    ...onLine,
  })
  parts.defer(() => game.child.stop())
  const running = parts.move()
  return { url: `http://127.0.0.1:${port}`, world, stop: () => running.disposeAsync() }
}
