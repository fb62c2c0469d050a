/** R-ACCOUNT-7. */
const MAX_LENGTH = 20

/** Cuts a name that is too long. */
export function shortName(name: string): string {
  return name.length > MAX_LENGTH ? `${name.slice(0, MAX_LENGTH)}…` : name
}
