import { setTimeout as sleep } from 'node:timers/promises'
import { keccak256 } from 'viem'
import { isHex } from 'viem/utils'
import { InFlight } from './in-flight.ts'
import { rankUpstreams, SAMPLES_KEPT, type Sample } from './rank-upstreams.ts'
import { isFinal, retryDelayMs } from './retry-policy.ts'
import type { RpcRequest, Upstream } from './upstream.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** JSON-RPC of one chain, by several nodes. */
export type ChainRpc = {
  ask: (
    request: RpcRequest,
    options: { isBatched: boolean; signal: AbortSignal },
  ) => Promise<UpstreamAnswer>
  /** Keeps the nodes in order of merit until `signal` aborts. */
  keepRanking: (signal: AbortSignal) => Promise<void>
}

/** Spec, section 9. */
const PING_INTERVAL_MS = 4_000
const PING_TIMEOUT_MS = 1_000

export type ChainRpcOptions = {
  chainId: number
  /** At least one, the operator's favourite first. */
  upstreams: readonly Upstream[]
  pingIntervalMs?: number
}

export function createChainRpc({
  chainId,
  upstreams,
  pingIntervalMs = PING_INTERVAL_MS,
}: ChainRpcOptions): ChainRpc {
  const inFlight = new InFlight<UpstreamAnswer>()
  const samples: Sample[][] = upstreams.map(() => [])
  let order = upstreams

  const rank = async (signal: AbortSignal) => {
    const round = await Promise.all(upstreams.map((upstream) => ping(upstream, chainId, signal)))
    if (signal.aborted) return
    for (const [index, sample] of round.entries()) {
      samples[index] = [...(samples[index] ?? []), sample].slice(-SAMPLES_KEPT)
    }
    order = rankUpstreams(samples).flatMap((index) => upstreams[index] ?? [])
  }
  return {
    ask: (request, options) =>
      inFlight.run(JSON.stringify([request.method, request.params]), async () =>
        withKnownHash(request, await askAll(() => order, request, options)),
      ),
    keepRanking: async (signal) => {
      while (upstreams.length > 1 && !signal.aborted) {
        await rank(signal)
        await sleep(pingIntervalMs, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}

/** Asks one node after the other, and all of them again while that may help. */
async function askAll(
  order: () => readonly Upstream[],
  request: RpcRequest,
  options: { isBatched: boolean; signal: AbortSignal },
): Promise<UpstreamAnswer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce(order(), request, options)
    const delayMs = retryDelayMs(answer, tries)
    if (delayMs === null || options.signal.aborted) return answer
    await sleep(delayMs, undefined, { signal: options.signal }).catch(() => undefined)
  }
}

async function askOnce(
  upstreams: readonly Upstream[],
  request: RpcRequest,
  options: { isBatched: boolean; signal: AbortSignal },
): Promise<UpstreamAnswer> {
  let answer: UpstreamAnswer = { kind: 'failure', reason: 'timeout' }
  for (const upstream of upstreams) {
    if (options.signal.aborted) break
    answer = await upstream.ask(request, options)
    if (isFinal(answer)) break
  }
  return answer
}

/** A node that serves another chain, or none, is down. */
async function ping(upstream: Upstream, chainId: number, signal: AbortSignal): Promise<Sample> {
  const startMs = performance.now()
  const limit = AbortSignal.any([signal, AbortSignal.timeout(PING_TIMEOUT_MS)])
  const request = { method: 'eth_chainId', params: [] }
  const answer = await upstream.ask(request, { isBatched: false, signal: limit })
  const isUp = answer.kind === 'result' && Number(answer.result) === chainId
  return { isUp, latencyMs: performance.now() - startMs }
}

/** A node that took a transaction but answered too late is not asked in vain: the next one knows it. */
function withKnownHash({ method, params }: RpcRequest, answer: UpstreamAnswer): UpstreamAnswer {
  const [signed] = params
  const isKnown =
    method === 'eth_sendRawTransaction' &&
    answer.kind === 'error' &&
    /already known|already imported|known transaction/i.test(answer.error.message)
  return isKnown && isHex(signed) ? { kind: 'result', result: keccak256(signed) } : answer
}
