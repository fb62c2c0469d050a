/**
 * Returns the label of a name in lower case, with or without the zone.
 *
 * @returns Null for a name of another zone.
 */
export function labelOf(name: string, zone: string): string | null {
  const lower = name.toLowerCase()
  const label = lower.endsWith(`.${zone}`) ? lower.slice(0, -zone.length - 1) : lower
  return label.includes('.') ? null : label
}

/** Returns the name that visitors see. */
export function fullName(label: string, zone: string): string {
  return `${label}.${zone}`
}
