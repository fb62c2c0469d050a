/** Formats Unix seconds as date and time. */
export function toDate(seconds: number): string {
  return new Date(seconds * 1_000).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}
