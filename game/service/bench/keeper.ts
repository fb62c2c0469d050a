import { setTimeout as sleep } from 'node:timers/promises'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { printLine, quantile } from '@bullring/stack/bench/report'
import { parseEther } from 'viem'
import type { TestChain } from '../src/testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../src/testing/chain/start-test-chain.ts'
import { startGameService } from '../src/testing/start-game-service.ts'
import { startBenchDatabases } from './bench-database.ts'

/**
 * Measures the wall-clock time from the block of the oracle's answer to the block of the keeper's
 * settlement, on a local chain with one block per second.
 *
 * Usage: npm run bench:keeper -- [strikes, 100]
 */

const BLOCK_SECONDS = 1
const POLL_MS = 200
const CHECK_MS = 10
const LIMIT_MS = 30_000

async function isSettled({ client, market }: TestChain, epoch: number): Promise<boolean> {
  const [, , , state] = await client.readContract({
    address: market.prediction,
    abi: predictionAbi,
    functionName: 'strikes',
    args: [BigInt(epoch)],
  })
  return state !== 0
}

/** Plays one round up to its lock and measures the delay of its strike. */
async function measure(chain: TestChain, epoch: number): Promise<number> {
  const { bet, push, schedule, traders } = chain
  await bet(traders[0] ?? '0x', epoch, 'bull', parseEther('1'))
  // The keeper skips rounds that are refunded without a price.
  await bet(traders[1] ?? '0x', epoch, 'bear', parseEther('1'))
  await push(60_000_000_000n + BigInt(epoch), schedule.genesisTimestamp + epoch * 300)
  const answeredAtMs = performance.now()
  while (!(await isSettled(chain, epoch))) {
    if (performance.now() - answeredAtMs > LIMIT_MS) throw new Error(`Strike ${epoch} not settled`)
    await sleep(CHECK_MS)
  }
  return performance.now() - answeredAtMs
}

async function measureAll(chain: TestChain, strikes: number): Promise<number[]> {
  const delays: number[] = []
  for (let epoch = 1; epoch <= strikes; epoch += 1) {
    delays.push(await measure(chain, epoch))
    if (epoch % 20 === 0) printLine(`${epoch} of ${strikes} strikes`)
  }
  return delays
}

function shown(delays: readonly number[], share: number): string {
  return `${(quantile(delays, share) / 1_000).toFixed(2)} s`
}

const strikes = Number(process.argv[2] ?? 100)
await using resources = new AsyncDisposableStack()
const databases = await startBenchDatabases()
resources.defer(databases.stop)
const chain = await startTestChain()
resources.defer(chain.stop)
await chain.push(60_000_000_000n, chain.schedule.genesisTimestamp + 10)
const game = await startGameService(chain, await databases.create('keeper'), {
  GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
  GAME_POLL_INTERVAL_MS: `${POLL_MS}`,
})
resources.defer(game.stop)
await chain.rpc('evm_setAutomine', [false])
await chain.rpc('evm_setIntervalMining', [BLOCK_SECONDS])
const delays = await measureAll(chain, strikes)
printLine(
  `settle delay of ${strikes} strikes; a block every ${BLOCK_SECONDS} s, polled every ${POLL_MS} ms:`,
)
printLine(`p50 ${shown(delays, 0.5)}  p99 ${shown(delays, 0.99)}  max ${shown(delays, 1)}`)
