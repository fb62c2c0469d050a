import { setTimeout as sleep } from 'node:timers/promises'
import { currentEpoch } from '@bullring/prediction/schedule'
import { toUnixSeconds } from '@bullring/prediction/units'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import type { Leadership } from '@bullring/server/db/leadership'
import type { Logger } from 'pino'
import type { ChainClient } from '../../chain/chain-client.ts'
import type { HistoryMeter } from '../../chain/history-progress.ts'
import { readFirstStart, readPancakeTerms } from '../../chain/read-pancake-contract.ts'
import type { Database } from '../../db/open-database.ts'
import { StartBlockLateError } from '../../indexer/errors.ts'
import type { IndexHead } from '../../indexer/index-head.ts'
import { completeFirstFee } from '../../indexer/read/first-terms.ts'
import { requireFirstFee, requireFirstRound } from '../../indexer/read/require-first-event.ts'
import { storeProgress } from '../../indexer/write/index-state.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import type { MarketConfig } from '../../market-config.ts'
import type { Loop } from './loop.ts'

/** Other processes count the index as down long after this time. */
const STORE_MS = 1_000

type ProgressDeps = {
  client: ChainClient
  contract: MarketContract
  market: Pick<MarketConfig, 'startBlock'>
  db: Database
  head: IndexHead
  history: Pick<HistoryMeter, 'newestBlock'>
  leadership: Pick<Leadership, 'isLeading'>
  log: Logger
}

/**
 * Completes the index when it reaches the head of the chain, and stores for other processes how far it is.
 *
 * @param readAgain - Empties the index, which is then read again.
 * @param onReady - Called once it is complete.
 */
export function progressLoop(
  deps: ProgressDeps,
  readAgain: () => Promise<void>,
  onReady: () => void,
): Loop {
  const { head } = deps
  const store = createProgressStore(deps)
  return async (signal) => {
    // An index that another process has led to the head of the chain is complete.
    let isComplete = head.hasReached
    let wasReadAgain = false
    const finish = async () => {
      isComplete = await finishIndex(deps, wasReadAgain)
      if (isComplete) return
      wasReadAgain = true
      await readAgain()
    }
    while (!signal.aborted) {
      if (!isComplete && head.hasReached) await finish()
      if (isComplete) onReady()
      await store(isComplete)
      const due = sleep(STORE_MS, undefined, { signal }).catch(() => undefined)
      await (isComplete || wasReadAgain ? due : Promise.race([due, head.reached]))
    }
  }
}

/**
 * Completes a finished index. Returns false when it lacks the contract's first event although the start block is early enough:
 * a node has held logs back.
 *
 * @throws {StartBlockLateError} when the start block is to blame, or the logs are still missing in an index read again.
 */
async function finishIndex(deps: ProgressDeps, wasReadAgain: boolean): Promise<boolean> {
  try {
    await complete(deps)
    return true
  } catch (error) {
    const isLate = error instanceof StartBlockLateError
    if (!isLate || wasReadAgain || (await existsBeforeStart(deps))) throw error
    deps.log.warn('the first event of the market is missing, reading its history again')
    return false
  }
}

/** Returns whether a node knows the contract before the start block. Most keep no state that old. */
async function existsBeforeStart({ client, contract, market }: ProgressDeps) {
  if (market.startBlock === 0) return false
  const blockNumber = BigInt(market.startBlock - 1)
  const code = await client
    .getCode({ address: contract.predictionAddress, blockNumber })
    .catch(() => undefined)
  return code !== undefined
}

function createProgressStore({ db, head, history, leadership, log }: ProgressDeps) {
  const report = reportFailedStep(log, 'index state not stored')
  let failures = 0
  return async (isComplete: boolean): Promise<void> => {
    // A process that was frozen may not know yet that another one leads.
    if (!leadership.isLeading()) return
    const atMs = isComplete ? head.atHeadAtMs : null
    const atHeadAgeMs = atMs === null ? null : Date.now() - atMs
    try {
      await storeProgress(db, { chainBlock: history.newestBlock, atHeadAgeMs })
      failures = 0
    } catch (error) {
      failures += 1
      report(error, failures)
    }
  }
}

/** Checks and completes what only a finished index can tell. */
async function complete({ client, contract, db }: ProgressDeps): Promise<void> {
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
