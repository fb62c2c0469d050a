import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { isHex } from 'viem/utils'
import type { ChainKey } from './chain-identity.ts'
import { isFinal, isLimited } from './failover.ts'
import { InFlight } from './in-flight.ts'
import { blocksOf, LogRanges } from './log-ranges.ts'
import { NodeRest } from './node-rest.ts'
import {
  dissenters,
  type NodeState,
  type Problem,
  problemsOf,
  proveHeads,
  readHashes,
  readState,
} from './node-state.ts'
import { rankUpstreams, SAMPLES_KEPT, type Sample } from './rank-upstreams.ts'
import type { RpcReply } from './rpc-reply.ts'
import type { RequestOptions, RpcRequest, Upstream } from './upstream.ts'

/** JSON-RPC of one chain through several nodes. */
export type ChainRpc = {
  /** Tries each node once at most, the best first, until one decides or `signal` aborts. Never rejects. */
  request: (request: RpcRequest, options: RequestOptions) => Promise<RpcReply>
  /** Keeps the nodes ranked until `signal` aborts. */
  keepRanking: (signal: AbortSignal) => Promise<void>
}

/** R-RPC-6. */
const PING_INTERVAL_MS = 4_000
/** A single node is pinged only to see that it serves the right chain. */
const SINGLE_PING_INTERVAL_MS = 60_000
const PING_TIMEOUT_MS = 1_000

/** Rounds of pings after which the nodes' histories are compared again. */
const ROUNDS_BETWEEN_COMPARISONS = 15

export type ChainRpcOptions = {
  chainId: ChainKey
  /** At least one, in the operator's order of preference. */
  upstreams: readonly Upstream[]
  pingIntervalMs?: number
  /** Ranks the nodes when a call comes after `pingIntervalMs`: a process whose nodes rest does not wake them. */
  ranksWhenUsed?: boolean
  /** Counts a call to a node; false when all callers together have used up their limit. */
  takeCall?: () => boolean
  /** Called when a node, counted from 0, is left out, and with null when it is used again. */
  onProblem?: (node: number, problem: Problem | null) => void
  /** Called when a node refuses the logs of so many blocks, and never of fewer before. */
  onRangeRefused?: (node: number, blocks: number) => void
}

/**
 * Nodes that may reply with an error before the last one counts: one may be behind, but a caller must not make
 * every node reject the same call.
 */
const MAX_ERROR_REPLIES = 2

/** Creates the JSON-RPC client of a chain. */
export function createChainRpc({
  chainId,
  upstreams,
  pingIntervalMs = upstreams.length > 1 ? PING_INTERVAL_MS : SINGLE_PING_INTERVAL_MS,
  ranksWhenUsed = false,
  takeCall = () => true,
  onProblem = () => undefined,
  onRangeRefused = () => undefined,
}: ChainRpcOptions): ChainRpc {
  const inFlight = new InFlight<RpcReply>()
  const samples: Sample[][] = upstreams.map(() => [])
  const problems: (Problem | null)[] = upstreams.map(() => null)
  const ranges = new Map(upstreams.map((upstream) => [upstream, new LogRanges()]))
  const rests = new Map(upstreams.map((upstream) => [upstream, new NodeRest()]))
  let ranked = upstreams
  let dissenting: ReadonlySet<number> = new Set()
  let rounds = 0

  const compare = async (heads: readonly (number | null)[], signal: AbortSignal) => {
    rounds += 1
    if (!isComparable(chainId, heads) || rounds % ROUNDS_BETWEEN_COMPARISONS !== 1) return
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PING_TIMEOUT_MS)])
    dissenting = dissenters(await readHashes(upstreams, heads, limit))
  }
  const note = (index: number, problem: Problem | null) => {
    if (problems[index] !== problem) onProblem(index, problem)
    problems[index] = problem
  }
  const rank = async (signal: AbortSignal) => {
    const pings = await pingAll(upstreams, chainId, signal)
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PING_TIMEOUT_MS)])
    const states = await proveHeads(upstreams, pings, chainId, limit)
    const found = problemsOf(states, chainId)
    await compare(
      states.map(({ head }, index) => (found[index] === null ? head : null)),
      signal,
    )
    if (signal.aborted) return
    for (const [index, { isUp, latencyMs }] of states.entries()) {
      samples[index] = [...(samples[index] ?? []), { isUp, latencyMs }].slice(-SAMPLES_KEPT)
    }
    for (const [index, problem] of found.entries()) {
      note(index, problem ?? (dissenting.has(index) ? 'another history' : null))
    }
    ranked = rankUpstreams(samples)
      .filter((index) => problems[index] === null)
      .flatMap((index) => upstreams[index] ?? [])
  }
  /** Nodes that rest, or have refused as many blocks, come last. */
  const inOrderFor = (request: RpcRequest) => {
    const now = performance.now()
    const blocks = blocksOf(request)
    const isLast = (upstream: Upstream) => {
      const isRefused = blocks !== null && ranges.get(upstream)?.mayServe(blocks) === false
      return Number(isRefused || rests.get(upstream)?.isResting(now) === true)
    }
    return ranked.toSorted((a, b) => isLast(a) - isLast(b))
  }
  let rankedMs = Number.NEGATIVE_INFINITY
  const rankIfDue = () => {
    if (!ranksWhenUsed || upstreams.length === 1) return
    if (performance.now() - rankedMs < pingIntervalMs) return
    rankedMs = performance.now()
    void rank(AbortSignal.timeout(2 * PING_TIMEOUT_MS))
  }
  const onReply = (upstream: Upstream, request: RpcRequest, reply: RpcReply) => {
    if (isLimited(reply)) rests.get(upstream)?.noteLimit(performance.now())
    const blocks = blocksOf(request)
    if (blocks === null || ranges.get(upstream)?.note(blocks, reply) !== true) return
    onRangeRefused(upstreams.indexOf(upstream), blocks)
  }
  return {
    request: (request, options) => {
      rankIfDue()
      const call = { ...options, takeCall, onReply }
      return inFlight.run(JSON.stringify([request.method, request.params]), async () =>
        withKnownHash(request, await failOver(inOrderFor(request), request, call)),
      )
    },
    keepRanking: async (signal) => {
      while (!signal.aborted) {
        await rank(signal)
        await sleep(pingIntervalMs, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}

/** The same to a caller as a node that is busy. */
const LIMIT_EXCEEDED: RpcReply = { kind: 'failure', reason: 'status', status: 429 }

type FailOverOptions = RequestOptions & {
  takeCall: () => boolean
  onReply: (upstream: Upstream, request: RpcRequest, reply: RpcReply) => void
}

async function failOver(
  upstreams: readonly Upstream[],
  request: RpcRequest,
  { takeCall, onReply, ...options }: FailOverOptions,
): Promise<RpcReply> {
  let reply: RpcReply | null = null
  let errors = 0
  for (const upstream of upstreams) {
    if (options.signal.aborted) break
    if (!takeCall()) return reply ?? LIMIT_EXCEEDED
    reply = await upstream.request(request, options)
    onReply(upstream, request, reply)
    if (reply.kind === 'error') errors += 1
    if (isFinal(reply) || errors === MAX_ERROR_REPLIES) break
  }
  if (reply !== null) return reply
  return { kind: 'failure', reason: upstreams.length === 0 ? 'unreachable' : 'timeout' }
}

function pingAll(
  upstreams: readonly Upstream[],
  chainId: ChainKey,
  signal: AbortSignal,
): Promise<readonly (NodeState & Sample)[]> {
  const of = { chainId, isAlone: upstreams.length === 1 }
  const ping = async (upstream: Upstream) => {
    const startMs = performance.now()
    const limit = AbortSignal.any([signal, AbortSignal.timeout(PING_TIMEOUT_MS)])
    const state = await readState(upstream, of, limit)
    return { ...state, latencyMs: performance.now() - startMs }
  }
  return Promise.all(upstreams.map(ping))
}

/** Blocks have hashes on EVM chains only, and one node has nothing to be compared with. */
function isComparable(chain: ChainKey, heads: readonly (number | null)[]): boolean {
  return typeof chain === 'number' && heads.filter((head) => head !== null).length > 1
}

/** The first node may accept a transaction but respond too late: then the next one already knows it. */
function withKnownHash({ method, params }: RpcRequest, reply: RpcReply): RpcReply {
  const [signed] = params
  const isKnown =
    method === 'eth_sendRawTransaction' &&
    reply.kind === 'error' &&
    /already known|already imported|known transaction/i.test(reply.error.message)
  return isKnown && isHex(signed) ? { kind: 'result', result: keccak256(signed) } : reply
}
