import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { printLine, report } from '@bullring/stack/bench/report'
import type { Child } from '@bullring/stack/processes/child'
import { startNatsServer } from '@bullring/stack/testing/nats-server'
import * as z from 'zod'
import { startTestChain, type TestChain } from '../../src/testing/chain/start-test-chain.ts'
import { startGameProcess } from '../../src/testing/start-game-service.ts'
import type { BenchDatabases } from '../bench-database.ts'
import { type Crowd, startCrowd } from './start-crowd.ts'

const Ready = z.object({ url: z.string() })
const USD = 100_000_000n
const PRICES = 10
/** While a node does not run. */
const STOPPED_PRICES = 20
const PRICE_PAUSE_MS = 400
const TARGET_CATCH_UP_MS = 5_000

/**
 * Stops one of two nodes of live events for some seconds, while NATS keeps what the other one sends.
 *
 * @throws {Error} when a client misses an event, or receives it twice.
 */
export async function benchLagging(databases: BenchDatabases, clients: number): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const nats = await startNatsServer()
  resources.defer(nats.stop)
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const push = pusher(chain)
  await push()
  const url = await databases.create('lagging')
  const start = async (role: string, variables: Readonly<Record<string, string>> = {}) => {
    const node = await startNode(chain, url, {
      GAME_NATS_URL: nats.url,
      GAME_ROLES: role,
      GAME_STREAMS_PER_IP: '100000',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...variables,
    })
    resources.defer(() => node.child.stop())
    return node
  }
  await start('index')
  const nodes = [await start('stream'), await start('stream')] as const
  const readers = Math.floor(clients / nodes.length)
  const [lagging, other] = [
    resources.use(await startCrowd(nodes[0].port, { readers })),
    resources.use(await startCrowd(nodes[1].port, { readers })),
  ] as const
  for (let price = 0; price < PRICES; price += 1) await receiveAll([lagging, other], await push())
  nodes[0].child.process.kill('SIGSTOP')
  try {
    for (let price = 0; price < STOPPED_PRICES; price += 1) {
      await receiveAll([other], await push())
      await sleep(PRICE_PAUSE_MS)
    }
  } finally {
    nodes[0].child.process.kill('SIGCONT')
  }
  const startMs = performance.now()
  await receiveAll([lagging, other], await push())
  const reached = performance.now() - startMs
  for (let price = 0; price < PRICES; price += 1) await receiveAll([lagging, other], await push())
  report({
    what: `${readers} clients of a node that was stopped have all events`,
    unit: 'ms after it continued',
    target: TARGET_CATCH_UP_MS,
    bound: 'at most',
    reached,
  })
}

/** Returns a function that writes a price in a block; each is a second after the one before. Returns its time. */
function pusher(chain: TestChain): () => Promise<number> {
  let timestamp = chain.schedule.genesisTimestamp + 10
  return async () => {
    timestamp += 1
    await chain.push((600n + BigInt(timestamp % 100)) * USD, timestamp)
    return timestamp
  }
}

async function receiveAll(crowds: readonly Crowd[], price: number): Promise<void> {
  for (const { faults, resets, closed } of await Promise.all(
    crowds.map(({ receive }) => receive(price)),
  )) {
    if (faults + closed > 0) throw new Error(`${faults} faults, ${closed} closed streams`)
    if (resets > 0) printLine(`${resets} resets, after which clients load everything again`)
  }
}

async function startNode(
  chain: TestChain,
  url: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ child: Child; port: number }> {
  const child = startGameProcess(chain, url, variables)
  const [ready] = await Promise.race([
    once(child.process, 'message'),
    child.exited.then((how) => Promise.reject(new Error(`${how}\n${child.lastOutput()}`))),
  ])
  return { child, port: Number(new URL(Ready.parse(ready).url).port) }
}
