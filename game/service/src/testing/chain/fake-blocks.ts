import type { OracleRound } from '@bullring/prediction/oracle-round'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { Address, Hash, Hex } from 'viem'
import { encodeAbiParameters, encodeEventTopics, keccak256, numberToHex, toHex } from 'viem'
import type { MarketLog } from '../../indexer/read/apply-log.ts'
import type { Block } from '../../indexer/read/chain-source.ts'

/** Id of the feed's phase 1. */
export const PHASE = 1n << 64n

/** A transaction that can be in any block, but only once on a chain. */
export type FakeTransaction = { id: number; kind: 'bet' | 'claim' | 'strike' | 'price' }
export type FakeBlock = Block & { transactions: readonly FakeTransaction[] }

/** Creates the block after `parent`; `salt` makes its hash unique. */
export function fakeBlock(
  parent: FakeBlock | undefined,
  transactions: readonly FakeTransaction[],
  salt: number,
): FakeBlock {
  const number = parent === undefined ? 0 : parent.number + 1
  return {
    number,
    hash: keccak256(toHex(`block ${salt}`)),
    parentHash: parent?.hash ?? keccak256('0x'),
    timestamp: toUnixSeconds(1_000 + number),
    mayHaveLogs: transactions.length > 0,
    transactions,
  }
}

/** Returns the market's logs in a block. */
export function logsOf(block: FakeBlock): MarketLog[] {
  return block.transactions.flatMap((transaction, index) => logOf(block, transaction, index) ?? [])
}

function logOf(block: Block, { id, kind }: FakeTransaction, logIndex: number): MarketLog | null {
  const sender = numberToHex(id + 1, { size: 20 }) as Address
  const epoch = BigInt(id + 1)
  const events = {
    bet: { eventName: 'BetBull', args: { sender, epoch } },
    claim: { eventName: 'Claim', args: { sender, epoch } },
    strike: { eventName: 'LockRound', args: { epoch, roundId: epoch } },
  } as const
  if (kind === 'price') return null
  return {
    topics: encodeEventTopics({ abi: predictionAbi, ...events[kind] }) as Hex[],
    data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(id + 1)]),
    blockNumber: block.number,
    blockHash: block.hash,
    blockTimestamp: block.timestamp,
    logIndex,
    transactionHash: keccak256(toHex(`tx ${id}`)),
  }
}

/** Returns the oracle's answers in the blocks of `branch`. */
export function answersOf(branch: readonly FakeBlock[]): OracleRound[] {
  return branch
    .flatMap((block) => block.transactions.filter(({ kind }) => kind === 'price'))
    .map(({ id }, index) => ({
      id: PHASE + BigInt(index) + 1n,
      price: toPriceE8(BigInt(id + 1)),
      updatedAt: toUnixSeconds(id),
    }))
}

/** Follows parent hashes from `tip` to the first block: nodes still know the blocks of lost branches. */
export function branchTo(byHash: ReadonlyMap<Hash, FakeBlock>, tip: Block): FakeBlock[] {
  const branch: FakeBlock[] = []
  for (let next = byHash.get(tip.hash); next !== undefined; next = byHash.get(next.parentHash)) {
    branch.unshift(next)
  }
  return branch
}
