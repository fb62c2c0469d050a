import type { Logger } from 'pino'
import type { RpcOutcome } from '../bounded-fetch.ts'
import type { ChainKey } from './chain-identity.ts'
import { type ChainRpc, type ChainRpcOptions, createChainRpc } from './chain-rpc.ts'
import { createUpstream } from './upstream.ts'

export type NodesOptions = Omit<ChainRpcOptions, 'chainId' | 'upstreams' | 'onRangeRefused'> & {
  log: Logger
  /** Called with the outcome of each HTTP request to a node, counted from 0. */
  onRequest?: (node: number, outcome: RpcOutcome) => void
  /** Time limit of one HTTP request, body included. */
  timeoutMs?: number
}

/**
 * Connects to the nodes of a chain. Logs which are left out and what they refuse, each by its place in the list: a URL may
 * hold a key.
 *
 * @param urls - At least one, in the operator's order of preference.
 */
export function openNodes(
  chainId: ChainKey,
  urls: readonly string[],
  { log, onRequest = () => undefined, onProblem, timeoutMs, ...options }: NodesOptions,
): ChainRpc {
  const upstreams = urls.map((url, index) =>
    createUpstream(url, {
      onRequest: (outcome) => onRequest(index, outcome),
      onBatchLimit: (calls) =>
        log.info({ chain: chainId, node: index + 1, calls }, 'node accepts fewer calls at once'),
      ...(timeoutMs !== undefined && { timeoutMs }),
    }),
  )
  return createChainRpc({
    ...options,
    chainId,
    upstreams,
    onRangeRefused: (index, blocks) =>
      log.info({ chain: chainId, node: index + 1, blocks }, 'node refuses logs of so many blocks'),
    onProblem: (index, problem) => {
      const node = { chain: chainId, node: index + 1 }
      onProblem?.(index, problem)
      if (problem === null) log.info(node, 'node is used again')
      else log.warn({ ...node, problem }, 'node is left out')
    },
  })
}
