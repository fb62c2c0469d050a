import { hexToNumber, isHash, isHex } from 'viem/utils'

/** Maximum number of blocks of one eth_getLogs: about as many as public nodes allow. */
const MAX_BLOCKS = 5_000

/** Blocks near the head of the chain. */
const HEAD_TAGS: ReadonlySet<unknown> = new Set([
  undefined,
  'latest',
  'pending',
  'safe',
  'finalized',
])

/**
 * Returns why a filter of eth_getLogs is not forwarded, or null. A filter without a block hash must name both
 * ends of a short range: nodes scan whatever they are asked to.
 */
export function logRangeIssue([filter]: readonly unknown[]): string | null {
  if (typeof filter !== 'object' || filter === null) return 'eth_getLogs needs a filter'
  const { blockHash, fromBlock, toBlock } = filter as Partial<Record<string, unknown>>
  if (blockHash !== undefined) {
    const isBlockHash = typeof blockHash === 'string' && isHash(blockHash)
    return isBlockHash ? null : 'eth_getLogs needs a blockHash of 32 bytes, or none'
  }
  if (HEAD_TAGS.has(fromBlock) && HEAD_TAGS.has(toBlock)) return null
  const from = blockOf(fromBlock)
  const to = blockOf(toBlock)
  const isShort = from !== null && to !== null && to - from < MAX_BLOCKS
  return isShort ? null : `eth_getLogs needs fromBlock and toBlock within ${MAX_BLOCKS} blocks`
}

/**
 * Returns the parameters with the head's number where the range of a filter of eth_getLogs ends at the head: its
 * length is then known. Others are returned as they are.
 */
export async function withRangeEnd(
  params: readonly unknown[],
  readHead: () => Promise<unknown>,
): Promise<readonly unknown[]> {
  const [filter] = params
  return isOpenEnded(filter) ? [{ ...filter, toBlock: await readHead() }] : params
}

function isOpenEnded(filter: unknown): filter is object {
  if (typeof filter !== 'object' || filter === null) return false
  const { blockHash, fromBlock, toBlock } = filter as Partial<Record<string, unknown>>
  const endsAtHead = toBlock === undefined || toBlock === 'latest'
  return blockHash === undefined && endsAtHead && blockOf(fromBlock) !== null
}

/** Returns null unless it is a block number. */
function blockOf(value: unknown): number | null {
  return isHex(value) && value.length > 2 && value.length <= 12 ? hexToNumber(value) : null
}
