import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { isHex } from 'viem/utils'
import { type ChainKey, identityRequest, isIdentityOf } from './chain-identity.ts'
import { isFinal } from './failover.ts'
import { InFlight } from './in-flight.ts'
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

export type ChainRpcOptions = {
  chainId: ChainKey
  /** At least one, in the operator's order of preference. */
  upstreams: readonly Upstream[]
  pingIntervalMs?: number
  /** Counts a call to a node; false when all callers together have used up their limit. */
  takeCall?: () => boolean
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
  takeCall = () => true,
}: ChainRpcOptions): ChainRpc {
  const inFlight = new InFlight<RpcReply>()
  const samples: Sample[][] = upstreams.map(() => [])
  let ranked = upstreams

  const rank = async (signal: AbortSignal) => {
    const round = await Promise.all(upstreams.map((upstream) => ping(upstream, chainId, signal)))
    if (signal.aborted) return
    for (const [index, { isUp, latencyMs }] of round.entries()) {
      samples[index] = [...(samples[index] ?? []), { isUp, latencyMs }].slice(-SAMPLES_KEPT)
    }
    ranked = rankUpstreams(samples)
      .filter((index) => round[index]?.isOtherChain === false)
      .flatMap((index) => upstreams[index] ?? [])
  }
  return {
    request: (request, options) =>
      inFlight.run(JSON.stringify([request.method, request.params]), async () =>
        withKnownHash(request, await failOver(ranked, request, { ...options, takeCall })),
      ),
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

async function failOver(
  upstreams: readonly Upstream[],
  request: RpcRequest,
  { takeCall, ...options }: RequestOptions & { takeCall: () => boolean },
): Promise<RpcReply> {
  let reply: RpcReply | null = null
  let errors = 0
  for (const upstream of upstreams) {
    if (options.signal.aborted) break
    if (!takeCall()) return reply ?? LIMIT_EXCEEDED
    reply = await upstream.request(request, options)
    if (reply.kind === 'error') errors += 1
    if (isFinal(reply) || errors === MAX_ERROR_REPLIES) break
  }
  if (reply !== null) return reply
  return { kind: 'failure', reason: upstreams.length === 0 ? 'unreachable' : 'timeout' }
}

/** A node that serves another chain counts as down, and receives no requests until it serves this one. */
async function ping(
  upstream: Upstream,
  chainId: ChainKey,
  signal: AbortSignal,
): Promise<Sample & { isOtherChain: boolean }> {
  const startMs = performance.now()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PING_TIMEOUT_MS)])
  const reply = await upstream.request(identityRequest(chainId), {
    isBatched: false,
    signal: limit,
  })
  const isUp = reply.kind === 'result' && isIdentityOf(chainId, reply.result)
  const isOtherChain = reply.kind === 'result' && !isUp
  return { isUp, isOtherChain, latencyMs: performance.now() - startMs }
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
