import * as chains from 'viem/chains'
import type { ChainIdentity } from './rpc-client.ts'

/** Ids that developers commonly use for local chains. */
const LOCAL_IDS: ReadonlySet<number> = new Set([1_337, 31_337])

const PUBLIC_CHAINS: ReadonlyMap<number, ChainIdentity> = new Map(
  Object.values(chains)
    .filter(({ id }) => !LOCAL_IDS.has(id))
    .map(({ id, name, nativeCurrency }) => [id, { id, name, coin: nativeCurrency.symbol }]),
)

/** Returns name and coin of a chain. An unlisted one is a local chain with the game's coin. */
export function identifyChain(id: number): ChainIdentity & { isLocal: boolean } {
  const known = PUBLIC_CHAINS.get(id)
  return known === undefined
    ? { id, name: 'Local chain', coin: 'BNB', isLocal: true }
    : { ...known, isLocal: false }
}
