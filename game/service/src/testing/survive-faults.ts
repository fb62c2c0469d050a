import { setTimeout as sleep } from 'node:timers/promises'
import { randomInteger, seededRandom } from '@bullring/stack/replay/random'
import { type FaultyNode, startFaultyNode } from '@bullring/stack/testing/faulty-node'
import { FAULTS, type Fault } from '@bullring/stack/testing/node-faults'
import { playAtRandom } from './chain/play-at-random.ts'
import { startTestChain, type TestChain } from './chain/start-test-chain.ts'
import { expectSameAsRebuilt, UNREACHABLE_BLOCKS } from './database/compare-tables.ts'
import { createTestDatabase } from './database/create-test-database.ts'
import { startGameProcess, startGameService } from './start-game-service.ts'

/** Below the 500 newest oracle rounds that a rebuild reads. */
const MAX_ROUNDS = 400

type Options = { seed: number; durationMs: number; postgresUrl: string }

/**
 * Runs the service against a node with random faults, killed at random moments, while rounds are played and reorgs undo
 * some of their transactions. Then restarts it with a perfect node, and compares all tables of the index with those of a
 * fresh one.
 *
 * Two lies are not among the faults, because nothing that a node returns contradicts them: a well-formed log that never
 * happened in a block that exists, and a plausible time of a block whose hash is right (each chain hashes other fields).
 */
export async function surviveFaults({ seed, durationMs, postgresUrl }: Options): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain()
  resources.defer(chain.stop)
  const node = await startFaultyNode(chain.rpcUrl)
  resources.defer(node.close)
  const database = await createTestDatabase(postgresUrl)
  resources.defer(database.drop)

  const failing = new AbortController()
  const ending = AbortSignal.any([failing.signal, AbortSignal.timeout(durationMs)])
  const start = () => startGameProcess(chain, database.url, { RPC_URL: node.url })
  await Promise.all([
    play(chain, { random: seededRandom(seed), pauseMs: durationMs / MAX_ROUNDS, ending }),
    misbehave(node, seededRandom(seed + 1), ending),
    killAtRandom(start, seededRandom(seed + 2), ending),
  ]).finally(() => failing.abort())

  await node.setFault(null)
  const game = await startGameService(chain, database.url, { RPC_URL: node.url })
  resources.defer(game.stop)
  await chain.mine(UNREACHABLE_BLOCKS)
  await expectSameAsRebuilt(chain, database.db)
}

async function play(
  chain: TestChain,
  { random, pauseMs, ending }: { random: () => number; pauseMs: number; ending: AbortSignal },
): Promise<void> {
  for (let epoch = 1; epoch <= MAX_ROUNDS && !ending.aborted; epoch += 1) {
    await playAtRandom(chain, epoch, random)
    await sleep(pauseMs)
  }
}

/** A fault lasts shorter than a kill is away from the next one: each process meets many. */
async function misbehave(
  node: FaultyNode,
  random: () => number,
  ending: AbortSignal,
): Promise<void> {
  let left: Fault[] = []
  while (!ending.aborted) {
    // Every fault before any again.
    if (left.length === 0) left = [...FAULTS]
    const [fault] = left.splice(randomInteger(random, 0, left.length - 1), 1)
    await node.setFault(fault ?? null)
    await sleep(randomInteger(random, 50, 500))
    await node.setFault(null)
    await sleep(randomInteger(random, 0, 600))
  }
}

/** A process may also end by itself: an operator's machine starts it again. */
async function killAtRandom(
  start: () => ReturnType<typeof startGameProcess>,
  random: () => number,
  ending: AbortSignal,
): Promise<void> {
  while (!ending.aborted) {
    const game = start()
    const lifeMs = randomInteger(random, 2_000, 10_000)
    const life = AbortSignal.any([ending, AbortSignal.timeout(lifeMs)])
    await Promise.race([game.exited, sleep(lifeMs, undefined, { signal: life }).catch(() => null)])
    if (game.isRunning()) game.process.kill('SIGKILL')
    await game.exited
  }
}
