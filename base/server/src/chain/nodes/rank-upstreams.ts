/** One ping of a node. */
export type Sample = { isUp: boolean; latencyMs: number }

/** R-RPC-6. */
export const SAMPLES_KEPT = 10
const STABILITY_WEIGHT = 0.7
const LATENCY_WEIGHT = 0.3

/**
 * Ranks nodes, best first: by their share of successful pings, and by their latency relative to the slowest
 * ping. Equal ones keep their order.
 *
 * @param samples - Newest samples of each node.
 * @returns Indexes into `samples`.
 */
export function rankUpstreams(samples: readonly (readonly Sample[])[]): number[] {
  const slowestMs = Math.max(...samples.flat().map(({ latencyMs }) => latencyMs), 0)
  const scores = samples.map((each) => scoreOf(each, slowestMs))
  return samples
    .map((_, index) => index)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
}

function scoreOf(samples: readonly Sample[], slowestMs: number): number {
  const stability = mean(samples.map(({ isUp }) => Number(isUp)))
  if (stability === 0) return 0
  const latency = mean(samples.map(({ latencyMs }) => latencyMs))
  const speed = slowestMs === 0 ? 1 : 1 - latency / slowestMs
  return STABILITY_WEIGHT * stability + LATENCY_WEIGHT * speed
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}
