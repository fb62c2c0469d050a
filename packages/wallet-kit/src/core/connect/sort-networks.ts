import type { Network } from './connections.ts'

type Wanted = {
  /** A part of the name, in any case. */
  search: string
  /** Networks that the wallet has agreed to; null: any. */
  approved: readonly number[] | null
}

/** The networks that match, those first that the wallet has agreed to; else in the app's order. */
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
