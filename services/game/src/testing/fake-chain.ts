import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, Hex } from 'viem'
import { encodeAbiParameters, encodeEventTopics, keccak256, numberToHex, toHex } from 'viem'
import type { OracleRound } from '../chain/oracle-reader.ts'
import type { MarketLog } from '../indexer/apply-log.ts'
import { applyLog, noRows } from '../indexer/apply-log.ts'
import type { Block, ChainSource } from '../indexer/chain-source.ts'

const PHASE = 1n << 64n

/** A transaction that can be in one block or another, but only once on a chain. */
type FakeTransaction = { id: number; kind: 'bet' | 'claim' | 'strike' | 'price' }
type FakeBlock = Block & { transactions: readonly FakeTransaction[] }

function logOf(block: Block, { id, kind }: FakeTransaction, logIndex: number): MarketLog | null {
  const sender = numberToHex(id + 1, { size: 20 }) as Address
  const epoch = BigInt(id + 1)
  const parts = {
    bet: { eventName: 'BetBull', args: { sender, epoch } },
    claim: { eventName: 'Claim', args: { sender, epoch } },
    strike: { eventName: 'LockRound', args: { epoch, roundId: epoch } },
  } as const
  if (kind === 'price') return null
  return {
    topics: encodeEventTopics({ abi: predictionAbi, ...parts[kind] }) as Hex[],
    data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(id + 1)]),
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimestamp: block.timestamp,
    logIndex,
    transactionHash: keccak256(toHex(`tx ${id}`)),
  }
}

function logsOf(block: FakeBlock): MarketLog[] {
  return block.transactions.flatMap((transaction, index) => logOf(block, transaction, index) ?? [])
}

export type FakeChain = ReturnType<typeof createFakeChain>

/** A chain in memory that can change its mind, between any two requests if told to. */
export function createFakeChain() {
  let blocks: FakeBlock[] = []
  const byHash = new Map<Hash, FakeBlock>()
  let salt = 0
  let nextId = 0
  let dropped: FakeTransaction[] = []
  let surprises: (() => void)[] = []

  const append = (transactions: readonly FakeTransaction[]) => {
    const parent = blocks.at(-1)
    salt += 1
    const block = {
      number: blocks.length,
      hash: keccak256(toHex(`block ${salt}`)),
      parentHash: parent?.hash ?? keccak256('0x'),
      timestamp: toUnixSeconds(1_000 + blocks.length),
      mayHaveLogs: transactions.length > 0,
      transactions,
    }
    blocks.push(block)
    byHash.set(block.hash, block)
  }
  const mine = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const kinds = ['bet', 'claim', 'strike', 'price', 'bet'] as const
      const fresh = { id: nextId, kind: kinds[nextId % kinds.length] ?? 'bet' }
      nextId += 1
      // Half of what a reorg dropped comes back, in another block.
      append([...dropped.splice(0, 1), fresh])
    }
  }
  const reorg = (depth: number) => {
    const removed = blocks.splice(Math.max(blocks.length - depth, 1))
    dropped = removed.flatMap(({ transactions }) => transactions).filter((_, i) => i % 2 === 0)
  }
  /** As real nodes do, it still knows the blocks of branches that lost. */
  const branchTo = (block: Block | undefined): FakeBlock[] => {
    const branch: FakeBlock[] = []
    let next = block && byHash.get(block.hash)
    while (next !== undefined) {
      branch.unshift(next)
      next = byHash.get(next.parentHash)
    }
    return branch
  }
  const answers = (until: Block | undefined): OracleRound[] =>
    branchTo(until)
      .flatMap((block) => block.transactions.filter(({ kind }) => kind === 'price'))
      .map(({ id }, index) => ({
        id: PHASE + BigInt(index) + 1n,
        price: toPriceE8(BigInt(id + 1)),
        updatedAt: toUnixSeconds(id),
      }))
  const withSurprise = <T>(read: () => T): Promise<T> => {
    surprises.shift()?.()
    return new Promise((resolve, reject) => {
      try {
        resolve(read())
      } catch (error) {
        reject(error)
      }
    })
  }
  const source: ChainSource = {
    newestBlock: () => withSurprise(() => blocks.at(-1) as FakeBlock),
    blockAt: (number) => withSurprise(() => blocks[number] ?? null),
    logsInRange: (from, to) => withSurprise(() => blocks.slice(from, to + 1).flatMap(logsOf)),
    logsOfBlock: (block) => withSurprise(() => branchTo(block).slice(-1).flatMap(logsOf)),
    oracleAt: (block) => ({
      latestId: () => withSurprise(() => PHASE + BigInt(answers(block).length)),
      roundById: (id) =>
        withSurprise(() => answers(block).find((round) => round.id === id) ?? null),
    }),
  }
  append([])
  return {
    source,
    mine,
    reorg,
    truncate: (depth: number) => {
      blocks.splice(Math.max(blocks.length - depth, 1))
    },
    surprise: (events: (() => void)[]) => {
      surprises = events
    },
    reset: () => {
      blocks = []
      append([])
    },
    blocks: () => blocks,
    expectedRows: () => {
      const rows = noRows()
      for (const block of blocks) for (const log of logsOf(block)) applyLog(rows, log)
      return rows
    },
    expectedPrices: () => answers(blocks.at(-1)).map(({ id, price }) => [id, price]),
  }
}
