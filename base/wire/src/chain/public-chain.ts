import chains from './public-chains.json' with { type: 'json' }

/** General facts about a public chain. */
export type PublicChain = { id: number; name: string; coin: string; explorerUrl: string | null }

/** Written from viem, whose own list takes half a second to load. */
const PUBLIC_CHAINS: ReadonlyMap<number, PublicChain> = new Map(
  chains.map((chain) => [chain.id, chain]),
)

/**
 * Returns a chain that others run, whose coins may have value, or null for a local chain. This is the one
 * place that decides which chains may have a faucet, a burner wallet and replayed prices: 31337, 1337
 * and ids that viem does not list. For programs only: the list has several hundred chains.
 */
export function findPublicChain(id: number): PublicChain | null {
  return PUBLIC_CHAINS.get(id) ?? null
}
