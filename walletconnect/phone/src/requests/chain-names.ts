import { type PhoneChain, toCaip2 } from '#chain/chains.ts'

/** Returns the names of chains (CAIP-2), in a list. */
export function chainNames(names: readonly string[], chains: readonly PhoneChain[]): string {
  return names.map((name) => chains.find(({ id }) => toCaip2(id) === name)?.name ?? name).join(', ')
}
