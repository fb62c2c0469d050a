import { fallback, http, type Transport } from 'viem'

/** R-RPC-2: most calls of a batch to our own service. */
const MAX_BATCH = 1_000

/** Maximum number of calls of a batch to another node. */
const MAX_FOREIGN_BATCH = 20

/** R-RPC-6. */
const PING_INTERVAL_MS = 4_000

/**
 * Joins the calls of one task into a batch, and ranks several nodes by a method that every node and our own service allow.
 * A node that refuses a batch is asked again call by call.
 */
export function chainTransport(urls: readonly string[], origin: string): Transport {
  const nodes = urls.map((url) => {
    if (new URL(url, origin).origin === origin)
      return http(url, { batch: { batchSize: MAX_BATCH } })
    return fallback([http(url, { batch: { batchSize: MAX_FOREIGN_BATCH } }), http(url)])
  })
  const ranking = {
    interval: PING_INTERVAL_MS,
    ping: ({ transport }: { transport: ReturnType<Transport> }) =>
      transport.request({ method: 'eth_chainId' }),
  }
  return fallback(nodes, { rank: nodes.length > 1 && ranking })
}
