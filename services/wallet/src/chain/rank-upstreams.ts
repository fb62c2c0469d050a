/** One ping of a node: whether it answered, and after how long. */
export type Sample = { isUp: boolean; latencyMs: number }

/** Spec, section 9. */
export const SAMPLES_KEPT = 10
const STABILITY_WEIGHT = 0.7
const LATENCY_WEIGHT = 0.3

/**
 * The order in which to ask nodes, best first: by how often they answered lately, and how fast compared
 * with the slowest. Equal ones stay as they are configured.
 *
 * @param samples - Newest samples of each node.
 * @returns Indexes into `samples`.
 */
export function rankUpstreams(samples: readonly (readonly Sample[])[]): number[] {
  const slowest = Math.max(...samples.flat().map(({ latencyMs }) => latencyMs), 0)
  const scores = samples.map((own) => scoreOf(own, slowest))
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
