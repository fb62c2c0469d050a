/** An address as people compare it: the first 6 and last 4 characters (spec, section 2). */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
