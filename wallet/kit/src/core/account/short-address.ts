/** Shortens an address to its first 6 and last 4 characters (R-PAGE-4). */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}
