import { numberToHex } from 'viem'
import * as z from 'zod/mini'
import { type ChainKey, identityRequest, isIdentityOf } from './chain-identity.ts'
import type { RpcReply } from './rpc-reply.ts'
import type { Upstream } from './upstream.ts'

/** A ping of a node. */
export type NodeState = {
  /** The node serves the chain. */
  isUp: boolean
  isOtherChain: boolean
  /** Its newest block, or slot on Solana; null when it does not say, or says what it cannot prove. */
  head: number | null
  /** The node lacks blocks that are much older than the one it says is its newest. */
  isHeadFalse: boolean
}

/** Reason why a node receives no requests. */
export type Problem = 'another chain' | 'behind' | 'false head' | 'another history'

/** Blocks that a node may be behind most others. No reorg that nodes recover from is deeper. */
const MAX_BEHIND = 20
/** Slots of Solana, of 0.4 s. */
const MAX_SLOTS_BEHIND = 150
/** Newest blocks that a node need not have: a gateway may ask one that is behind the one that named them. */
const NEWEST_UNPROVEN = 3

/** Reads which chain a node serves and, unless it is the only one, how far it is. */
export async function readState(
  upstream: Upstream,
  { chainId, isAlone }: { chainId: ChainKey; isAlone: boolean },
  signal: AbortSignal,
): Promise<NodeState> {
  const options = { isBatched: !isAlone, signal }
  const [identity, head] = await Promise.all([
    upstream.request(identityRequest(chainId), options),
    isAlone ? null : upstream.request(headRequest(chainId), options),
  ])
  const isUp = identity.kind === 'result' && isIdentityOf(chainId, identity.result)
  const isOtherChain = identity.kind === 'result' && !isUp
  return { isUp, isOtherChain, head: head && headOf(head), isHeadFalse: false }
}

function headRequest(chain: ChainKey) {
  return { method: typeof chain === 'number' ? 'eth_blockNumber' : 'getSlot', params: [] }
}

const Head = z.union([
  z.pipe(z.string().check(z.regex(/^0x[0-9a-f]{1,12}$/i)), z.transform(Number)),
  z.int().check(z.nonnegative()),
])

const Block = z.object({ hash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/i)) })
const NumberedBlock = z.extend(Block, { number: Head })

function headOf(reply: RpcReply): number | null {
  return reply.kind === 'result' ? (z.safeParse(Head, reply.result).data ?? null) : null
}

const Slots = z.array(z.int())

/**
 * Asks the nodes that are so far ahead of another one that it would be left out for a block that it then lacks, and returns
 * their states with what they have shown.
 */
export function proveHeads<state extends NodeState>(
  upstreams: readonly Upstream[],
  states: readonly state[],
  chain: ChainKey,
  signal: AbortSignal,
): Promise<readonly state[]> {
  const heads = states.flatMap(({ head, isUp }) => (isUp && head !== null ? head : []))
  const furthest = Math.min(...heads) + mostBehind(chain)
  return Promise.all(
    states.map(async (state, index): Promise<state> => {
      const { head, isUp } = state
      if (!isUp || head === null || head <= furthest) return state
      const block = Math.min(furthest + 1, head - NEWEST_UNPROVEN)
      const request = proofRequest(chain, { block, head })
      const reply = await upstreams[index]?.request(request, { isBatched: false, signal })
      const isReply = reply?.kind === 'result'
      if (isReply && isProof(chain, block, reply.result)) return state
      // A node has shown nothing when it refuses, or lacks a block that a used one may lack.
      return { ...state, head: null, isHeadFalse: isReply && head - block >= mostBehind(chain) }
    }),
  )
}

function proofRequest(chain: ChainKey, { block, head }: { block: number; head: number }) {
  return typeof chain === 'number'
    ? { method: 'eth_getBlockByNumber', params: [numberToHex(block), false] }
    : // Not every slot has a block.
      { method: 'getBlocks', params: [Math.max(head - MAX_SLOTS_BEHIND, 0), head] }
}

function isProof(chain: ChainKey, block: number, result: unknown): boolean {
  if (typeof chain !== 'number') return (z.safeParse(Slots, result).data ?? []).length > 0
  const { data } = z.safeParse(NumberedBlock, result)
  return data?.number === block
}

/** Returns for each node whether it serves another chain, or is behind most others. One that is down is neither. */
export function problemsOf(
  states: readonly NodeState[],
  chain: ChainKey,
): readonly (Problem | null)[] {
  const heads = states.flatMap(({ head, isUp }) => (isUp && head !== null ? head : []))
  const most = heads.toSorted((a, b) => b - a)[Math.floor((heads.length - 1) / 2)] ?? 0
  const least = most - mostBehind(chain)
  return states.map(({ isOtherChain, isHeadFalse, head }) => {
    if (isOtherChain) return 'another chain'
    if (isHeadFalse) return 'false head'
    return head !== null && head < least ? 'behind' : null
  })
}

function mostBehind(chain: ChainKey): number {
  return typeof chain === 'number' ? MAX_BEHIND : MAX_SLOTS_BEHIND
}

/**
 * Reads the hash that each node has for the newest block which all of them have had for a while; null where it has none.
 *
 * @param heads - Null for the nodes that are not asked.
 */
export async function readHashes(
  upstreams: readonly Upstream[],
  heads: readonly (number | null)[],
  signal: AbortSignal,
): Promise<readonly (string | null)[]> {
  const known = heads.filter((head) => head !== null)
  const number = Math.max(Math.min(...known) - MAX_BEHIND, 0)
  const request = { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] }
  const replies = await Promise.all(
    upstreams.map((upstream, index) =>
      heads[index] === null ? null : upstream.request(request, { isBatched: false, signal }),
    ),
  )
  return replies.map((reply) =>
    reply?.kind === 'result'
      ? (z.safeParse(Block, reply.result).data?.hash.toLowerCase() ?? null)
      : null,
  )
}

/** Returns the indexes of the nodes with another hash than most, or than the earliest of as many. */
export function dissenters(hashes: readonly (string | null)[]): ReadonlySet<number> {
  const counts = Map.groupBy(
    hashes.filter((hash) => hash !== null),
    (hash) => hash,
  )
  const [accepted] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)
  const differs = (hash: string | null) => hash !== null && hash !== accepted?.[0]
  return new Set([...hashes.keys()].filter((index) => differs(hashes[index] ?? null)))
}
