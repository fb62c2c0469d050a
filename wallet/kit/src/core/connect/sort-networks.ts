import type { Network } from './connections.ts'

type Wanted = {
  /** Part of the name, in any letter case. */
  search: string
  /** Networks that the wallet has approved; null when it accepts any. */
  approved: readonly number[] | null
}

/** Returns the matching networks: approved ones first, otherwise in the app's order. */
export function sortNetworks(
  networks: readonly Network[],
  { search, approved }: Wanted,
): readonly Network[] {
  const part = search.trim().toLowerCase()
  const rank = ({ id }: Network) => (approved === null || approved.includes(id) ? 0 : 1)
  return networks
    .filter(({ name }) => name.toLowerCase().includes(part))
    .sort((one, other) => rank(one) - rank(other))
}
