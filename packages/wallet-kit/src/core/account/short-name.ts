/** Reference: the account view has room for this much of a name. */
const LONGEST = 20

/** A name, cut where it would not fit. */
export function shortName(name: string): string {
  return name.length > LONGEST ? `${name.slice(0, LONGEST)}…` : name
}
