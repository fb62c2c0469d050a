import * as chains from 'viem/chains'

/** What is generally known of a public chain. */
export type PublicChain = { id: number; name: string; coin: string; explorerUrl: string | null }

/** Ids that developers commonly use for local chains. */
const LOCAL_IDS: ReadonlySet<number> = new Set([1_337, 31_337])

const PUBLIC_CHAINS: ReadonlyMap<number, PublicChain> = new Map(
  Object.values<chains.Chain>(chains)
    .filter(({ id }) => !LOCAL_IDS.has(id))
    .map(({ id, name, nativeCurrency, blockExplorers }) => [
      id,
      { id, name, coin: nativeCurrency.symbol, explorerUrl: blockExplorers?.default.url ?? null },
    ]),
)

/**
 * Returns a chain that others run, whose coins may have value; null for a local chain. This is the one
 * place that decides which chains may have a faucet, a burner wallet and replayed prices: 31337, 1337
 * and ids that viem does not list. For programs only: it loads viem's whole list.
 */
export function findPublicChain(id: number): PublicChain | null {
  return PUBLIC_CHAINS.get(id) ?? null
}
