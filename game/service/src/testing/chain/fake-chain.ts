import { toBytes } from '@bullring/server/db/bytes'
import type { Hash, Hex } from 'viem'
import { applyLog, noRows } from '../../indexer/read/apply-log.ts'
import type { ChainSource } from '../../indexer/read/chain-source.ts'
import type { FakeBlock, FakeTransaction } from './fake-blocks.ts'
import { answersOf, branchTo, fakeBlock, logsOf, PHASE } from './fake-blocks.ts'

const KINDS = ['bet', 'claim', 'strike', 'price', 'bet'] as const

/** A chain in memory that can reorg between any two requests. */
export class FakeChain {
  readonly source: ChainSource
  #blocks: FakeBlock[] = []
  readonly #byHash = new Map<Hash, FakeBlock>()
  #salt = 0
  #nextId = 0
  #dropped: FakeTransaction[] = []
  #interruptions: (() => void)[] = []

  constructor() {
    this.#append([])
    this.source = this.#createSource()
  }

  mine(count: number): void {
    for (let index = 0; index < count; index += 1) {
      const fresh = { id: this.#nextId, kind: KINDS[this.#nextId % KINDS.length] ?? 'bet' }
      this.#nextId += 1
      // Half of what a reorg dropped is mined again, in another block.
      this.#append([...this.#dropped.splice(0, 1), fresh])
    }
  }

  /** Drops the newest blocks; half of their transactions return to the mempool. */
  reorg(depth: number): void {
    const removed = this.#blocks.splice(Math.max(this.#blocks.length - depth, 1))
    this.#dropped = removed
      .flatMap(({ transactions }) => transactions)
      .filter((_, index) => index % 2 === 0)
  }

  /** Drops the newest blocks with their transactions, and returns them. */
  truncate(depth: number): readonly FakeBlock[] {
    return this.#blocks.splice(Math.max(this.#blocks.length - depth, 1))
  }

  /** Adds blocks that `truncate` dropped. */
  append(blocks: readonly FakeBlock[]): void {
    this.#blocks.push(...blocks)
  }

  /** Runs one event before each of the next requests. */
  interrupt(events: (() => void)[]): void {
    this.#interruptions = events
  }

  /** Replaces the chain with a new one. */
  reset(): void {
    this.#blocks = []
    this.#append([])
  }

  blocks(): readonly FakeBlock[] {
    return this.#blocks
  }

  /** Returns the rows that `storedRows` reads from an index of the chain. */
  expectedRows() {
    const rows = noRows()
    for (const block of this.#blocks) for (const log of logsOf(block)) applyLog(rows, log)
    return { ...rows, bets: rows.bets.map(withBytes), claims: rows.claims.map(withBytes) }
  }

  expectedPrices(): [bigint, bigint][] {
    return answersOf(this.#blocks).map(({ id, price }) => [id, price])
  }

  #append(transactions: readonly FakeTransaction[]): void {
    this.#salt += 1
    const block = fakeBlock(this.#blocks.at(-1), transactions, this.#salt)
    this.#blocks.push(block)
    this.#byHash.set(block.hash, block)
  }

  #createSource(): ChainSource {
    const read = async <result>(request: () => result): Promise<result> => {
      this.#interruptions.shift()?.()
      return await Promise.resolve(request())
    }
    return {
      newestBlock: () => read(() => this.#blocks.at(-1) as FakeBlock),
      blockAt: (number) => read(() => this.#blocks[number] ?? null),
      logsInRange: (from, to) => read(() => this.#blocks.slice(from, to + 1).flatMap(logsOf)),
      logsOfBlock: (block) => read(() => branchTo(this.#byHash, block).slice(-1).flatMap(logsOf)),
      oracleAt: (block) => {
        const answers = () => answersOf(branchTo(this.#byHash, block))
        return {
          latestId: () => read(() => PHASE + BigInt(answers().length)),
          roundById: (id) => read(() => answers().find((round) => round.id === id) ?? null),
        }
      },
    }
  }
}

function withBytes<row extends { account: Hex; tx_hash: Hex }>(row: row) {
  return { ...row, account: toBytes(row.account), tx_hash: toBytes(row.tx_hash) }
}
