import * as chains from 'viem/chains'
import type { PublicChain } from '../src/chain/public-chain.ts'

/** Ids that developers commonly use for local chains. */
const LOCAL_IDS: ReadonlySet<number> = new Set([1_337, 31_337])

/** Returns every chain that viem lists, sorted by id; of two with one id the last. */
export function publicChainsOfViem(): PublicChain[] {
  const byId = new Map(
    Object.values<chains.Chain>(chains)
      .filter(({ id }) => !LOCAL_IDS.has(id))
      .map(({ id, name, nativeCurrency, blockExplorers }) => [
        id,
        { id, name, coin: nativeCurrency.symbol, explorerUrl: blockExplorers?.default.url ?? null },
      ]),
  )
  return [...byId.values()].toSorted((one, other) => one.id - other.id)
}
