/** Returns each item once, at its first place. */
export function uniqueById<item extends { id: string }>(items: readonly item[]): item[] {
  const seen = new Set<string>()
  return items.filter(({ id }) => !seen.has(id) && seen.add(id))
}
