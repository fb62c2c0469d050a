import { currentEpoch } from '@bullring/prediction/schedule'
import { toUnixSeconds } from '@bullring/prediction/units'
import { readFirstStart, readPancakeTerms } from '../chain/read-pancake-contract.ts'
import { completeFirstFee } from '../indexer/first-terms.ts'
import { requireFirstFee, requireFirstRound } from '../indexer/require-first-event.ts'
import { indexLoops } from './index-loops.ts'
import { keeperLoop } from './keeper-loop.ts'
import type { Loop } from './loop.ts'
import type { MarketRuntime } from './market-runtime.ts'

/**
 * Starts the loops of a market.
 *
 * @returns `ready`, once the index is at the head of the chain, and `running`, when all loops have ended.
 */
export async function startMarket(
  runtime: MarketRuntime,
  signal: AbortSignal,
): Promise<{ ready: Promise<void>; running: Promise<void> }> {
  const running = runLoops(await marketLoops(runtime), signal)
  const ready = Promise.race([runtime.head.reached, running]).then(() =>
    signal.aborted ? undefined : finishIndex(runtime),
  )
  return { ready, running }
}

async function marketLoops(runtime: MarketRuntime): Promise<Loop[]> {
  const { contract, live } = runtime
  return [
    ...(await indexLoops(runtime)),
    live.run,
    ...(contract.kind === 'bullring' ? keeperLoop(runtime, contract) : []),
  ]
}

/** Checks and completes what only a finished index can tell. */
async function finishIndex({ client, contract, db }: MarketRuntime): Promise<void> {
  const address = contract.predictionAddress
  if (contract.kind === 'bullring') {
    return await requireFirstFee(db, async (block) => {
      const { timestamp } = await client.getBlock({ blockNumber: BigInt(block) })
      return currentEpoch(contract.schedule, toUnixSeconds(timestamp))
    })
  }
  await requireFirstRound(db, () => readFirstStart(client, address))
  await completeFirstFee(db, async (block) => {
    const terms = await readPancakeTerms(client, address, block)
    return terms.treasuryFee
  })
}

/** Runs all loops; when one throws, the others end too. */
async function runLoops(loops: readonly Loop[], stopSignal: AbortSignal): Promise<void> {
  const failing = new AbortController()
  const signal = AbortSignal.any([stopSignal, failing.signal])
  const endAll = (error: unknown) => {
    failing.abort()
    throw error
  }
  await Promise.all(loops.map((loop) => loop(signal).catch(endAll)))
}
