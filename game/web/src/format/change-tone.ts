/** Returns the tone in which a signed amount or a price change is shown. */
export function changeTone(change: bigint): 'up' | 'down' | 'even' {
  if (change === 0n) return 'even'
  return change > 0n ? 'up' : 'down'
}
