/** Copies of a message in a cluster that has as many servers: they survive the loss of one. */
const COPIES = 3

/** Returns how many servers of a cluster keep each message. JetStream of fewer than three loses its majority with one of them. */
export function copiesAt(servers: readonly string[]): number {
  return servers.length < COPIES ? 1 : COPIES
}
