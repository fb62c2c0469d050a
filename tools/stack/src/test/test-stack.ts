import { randomBytes } from 'node:crypto'
import { ensureDatabase } from '../database/ensure-database.ts'
import { startGameService } from '../game-service.ts'
import { createLocalWorld, type LocalWorld, startMining } from '../local-world.ts'
import { freePort } from '../processes/free-port.ts'
import { gameVariables } from '../service-variables.ts'
import { parseSettings } from '../settings.ts'

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
  onLine?: (line: string) => void
}

/** Starts chain, database, keeper, index and API; prices and traders move only when the test says so. */
export async function startTestStack(options: TestStackOptions): Promise<TestStack> {
  await using parts = new AsyncDisposableStack()
  const port = options.port ?? (await freePort())
  const settings = parseSettings(
    { PORT: `${port}`, ROUND_SECONDS: `${options.roundSeconds}`, GAME_LOG_LEVEL: 'warn' },
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
  const database = `test_${randomBytes(6).toString('hex')}`
  await ensureDatabase(options.postgresUrl, database)
  const databaseUrl = new URL(options.postgresUrl)
  databaseUrl.pathname = `/${database}`
  const game = await startGameService({
    env: gameVariables(settings, {
      databaseUrl: databaseUrl.href,
      webRoot: options.webRoot ?? '',
      world,
    }),
    ...(options.onLine && { onLine: options.onLine }),
  })
  parts.defer(() => game.stop())
  const running = parts.move()
  return { url: `http://127.0.0.1:${port}`, world, stop: () => running.disposeAsync() }
}
