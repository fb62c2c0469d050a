import { setTimeout as sleep } from 'node:timers/promises'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import type { Leadership } from '@bullring/server/db/leadership'
import type { Logger } from 'pino'
import { getAbiItem, type Hex, toEventSelector } from 'viem'
import type { ChainClient } from '../../chain/chain-client.ts'
import { readFirstPausedEpoch } from '../../chain/read-first-paused-epoch.ts'
import type { Database } from '../../db/open-database.ts'
import type { LogReader } from '../../indexer/read/apply-log.ts'
import { storeFirstPausedEpoch } from '../../indexer/write/index-state.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import type { Loop } from './loop.ts'

/** Interval without a log of a pause: a node may leave it out, or lag behind the one that had it. */
const READ_MS = 60_000
const RETRY_MS = 1_000

/** The same events in both kinds of market. */
const PAUSES: ReadonlySet<Hex | undefined> = new Set(
  (['Pause', 'Unpause'] as const).map((name) =>
    toEventSelector(getAbiItem({ abi: predictionAbi, name })),
  ),
)

type PauseDeps = {
  client: ChainClient
  contract: MarketContract
  db: Database
  leadership: Pick<Leadership, 'isLeading'>
  log: Logger
}

/** Stores the first round without bets, for clients, as the contract has it now. */
export class PauseLoop {
  readonly #deps: PauseDeps
  #due = Promise.withResolvers<void>()

  constructor(deps: PauseDeps) {
    this.#deps = deps
  }

  /** Reads the contract soon: it may have changed. */
  readSoon(): void {
    this.#due.resolve()
  }

  /** Returns a reader that also looks for pauses. */
  watching(applyLog: LogReader): LogReader {
    return (rows, log) => {
      applyLog(rows, log)
      if (PAUSES.has(log.topics[0])) this.readSoon()
    }
  }

  readonly run: Loop = async (signal) => {
    const report = reportFailedStep(this.#deps.log, 'pause of bets not read')
    let failures = 0
    while (!signal.aborted) {
      this.#due = Promise.withResolvers()
      try {
        await this.#store()
        failures = 0
      } catch (error) {
        failures += 1
        report(error, failures)
      }
      const next = sleep(failures > 0 ? RETRY_MS : READ_MS, undefined, { signal })
      await Promise.race([next.catch(() => undefined), this.#due.promise])
    }
  }

  async #store(): Promise<void> {
    const { client, contract, db, leadership } = this.#deps
    const epoch = await readFirstPausedEpoch(client, contract)
    // A process that was frozen may not know yet that another one leads.
    if (leadership.isLeading()) await storeFirstPausedEpoch(db, epoch)
  }
}
