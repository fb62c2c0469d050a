/** Small limits leave a node this much, too. */
const MIN_UNSHARED = 3

/** Between two exchanges, all nodes together hand out this part of the rest. */
const PART = 1 / 3

/** Time for which the counts of other nodes are known. */
const KNOWN_MS = 1_000

/** Counts that a node knows of one caller. */
export type CallerState = {
  /** Left of the caller's limit. */
  left: number
  /** Number handed out here since the last exchange, unknown to other nodes. */
  handedOut: number
  /** Time since the last exchange; infinite before the first. */
  knownForMs: number
}

/** Returns the count that a node hands out to an unknown caller: `part` of the limit. */
export function unsharedPart(limit: number, part: number): number {
  return Math.max(limit * part, MIN_UNSHARED)
}

/**
 * Returns whether a node may hand out `count` more before the next exchange: other nodes may be handing out the same.
 *
 * @param options.nodes - Nodes that count the same callers.
 * @param options.unshared - What `unsharedPart` returns for the limit.
 */
export function hasShare(
  { left, handedOut, knownForMs }: CallerState,
  count: number,
  { nodes, unshared }: { nodes: number; unshared: number },
): boolean {
  if (nodes === 1 || handedOut === 0) return true
  const isKnown = knownForMs < KNOWN_MS
  const share = isKnown ? ((left + handedOut) * PART) / nodes : 0
  return handedOut + count <= Math.max(share, unshared)
}
