/** Bytes that sockets may take while messages are not complete, or not written yet. */
export type PendingLimits = { all: number; perIp: number }

type Holder = { ip: string; bytes: number }

/** Returns the largest holders of each address, and then of all, without which the rest is within the limits. */
export function selectExcess<holder extends Holder>(
  holders: readonly holder[],
  { all, perIp }: PendingLimits,
  isLimited: (ip: string) => boolean,
): Set<holder> {
  const excess = new Set<holder>()
  const byIp = Map.groupBy(holders, ({ ip }) => ip)
  for (const [ip, ofIp] of byIp) if (isLimited(ip)) addLargest(excess, ofIp, perIp)
  addLargest(
    excess,
    holders.filter((holder) => !excess.has(holder)),
    all,
  )
  return excess
}

function addLargest<holder extends Holder>(
  excess: Set<holder>,
  holders: readonly holder[],
  limit: number,
): void {
  let left = holders.reduce((sum, { bytes }) => sum + bytes, 0)
  if (left <= limit) return
  for (const holder of [...holders].sort((one, other) => other.bytes - one.bytes)) {
    if (left <= limit) return
    excess.add(holder)
    left -= holder.bytes
  }
}
