import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import type { TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startTestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'

const Ready = z.object({ url: z.string() })
const Pool = z.object({ pending: z.string() })

const USD = 100_000_000n
const CHECK_MS = 2

/** A service in a child process, on a chain that mines on request. */
export type LiveGame = {
  port: number
  pid: number
  /** Mines a block with a new price. Returns the time of the request on the shared clock. */
  minePrice: () => Promise<number>
  /** Timestamp of the newest price; each is a second after the one before. */
  newestPrice: () => number
  /** Stops the service, and starts it on the same port after `meanwhile`. */
  restart: (meanwhile: () => Promise<void>) => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

type Options = {
  /** Rounds before the open one. */
  rounds?: number
  variables?: Readonly<Record<string, string>>
  /** Fills the database. */
  prepare?: (chain: TestChain) => Promise<void>
}

/** Starts the service with default settings, except for the limits per caller. */
export async function startLiveGame(
  databaseUrl: string,
  { rounds = 0, variables = {}, prepare }: Options = {},
): Promise<LiveGame> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const { genesisTimestamp, intervalSeconds } = chain.schedule
  let timestamp = genesisTimestamp + rounds * intervalSeconds + 10
  await chain.push(600n * USD, timestamp)
  await prepare?.(chain)
  const start = async (port = 0) => {
    const child = startGameProcess(chain, databaseUrl, {
      PORT: `${port}`,
      GAME_POLL_INTERVAL_MS: '',
      GAME_STREAMS_PER_IP: '100000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...variables,
    })
    const [ready] = await Promise.race([
      once(child.process, 'message'),
      child.exited.then((how) => Promise.reject(new Error(`${how}\n${child.lastOutput()}`))),
    ])
    return { child, port: Number(new URL(z.parse(Ready, ready).url).port) }
  }
  let game = await start()
  resources.defer(() => game.child.stop())
  await chain.rpc('evm_setAutomine', [false])
  const minePrice = async () => {
    timestamp += 1
    const pushed = chain.push((600n + BigInt(timestamp % 100)) * USD, timestamp)
    await untilPending(chain)
    const requestedAtMs = sharedNowMs()
    await chain.rpc('evm_mine')
    await pushed
    return requestedAtMs
  }
  const rest = resources.move()
  return {
    port: game.port,
    get pid() {
      return game.child.pid
    },
    minePrice,
    newestPrice: () => timestamp,
    restart: async (meanwhile) => {
      await game.child.stop()
      await meanwhile()
      game = await start(game.port)
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  }
}

async function untilPending(chain: TestChain): Promise<void> {
  while (Number(z.parse(Pool, await chain.rpc('txpool_status')).pending) === 0) {
    await sleep(CHECK_MS)
  }
}

/** Returns milliseconds on the clock that all processes of a machine share. */
function sharedNowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}
