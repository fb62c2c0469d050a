import { type Kysely, sql } from 'kysely'

/** Requests to each node at the same time. */
const AT_ONCE = 10

/** Two nodes that count alone allow twice the limit. Nodes that share it exchange late on a slow machine. */
const TOLERANCE = 1.5

/**
 * Sends requests of one caller to all nodes until its limit is used up, and as many again.
 *
 * @param request - Sends a request, and returns whether it was allowed.
 * @returns Requests that were allowed, and the most that nodes which share the limit allow.
 */
export async function spendLimit<node>(
  nodes: readonly node[],
  perMinute: number,
  request: (node: node) => Promise<boolean>,
): Promise<{ allowed: number; most: number }> {
  const startMs = performance.now()
  let allowed = 0
  const send = async () => {
    const targets = nodes.flatMap((node) => Array.from({ length: AT_ONCE }, () => node))
    const outcomes = await Promise.all(targets.map(request))
    allowed += outcomes.filter(Boolean).length
  }
  while (allowed < perMinute) await send()
  for (let round = 0; round < perMinute / AT_ONCE; round += 1) await send()
  const refilled = ((performance.now() - startMs) * perMinute) / 60_000
  return { allowed, most: perMinute * TOLERANCE + refilled }
}

/** Returns the number of nodes that share limits with a node, itself included; 0 while it counts alone. */
export async function readLimitNodes(url: string, metricsToken: string): Promise<number | null> {
  const response = await fetch(new URL('/metrics', url), {
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const found = /^bullring_limit_nodes (\d+)$/m.exec(await response.text())?.[1]
  return found === undefined ? null : Number(found)
}

/** Keeps the nodes of a database from exchanging counts while `whileStopped` runs. */
export function stopExchanges<tables>(
  db: Kysely<tables>,
  whileStopped: () => Promise<void>,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`lock table limit_nodes in access exclusive mode`.execute(trx)
    await whileStopped()
  })
}
