import { findPublicChain } from '@bullring/wire/chain/public-chain'
import type { ChainIdentity } from './rpc-client.ts'

/** Returns name and coin of a chain. An unlisted one is a local chain with the game's coin. */
export function identifyChain(id: number): ChainIdentity & { isLocal: boolean } {
  const known = findPublicChain(id)
  if (known === null) return { id, name: 'Local chain', coin: 'BNB', isLocal: true }
  return { id, name: known.name, coin: known.coin, isLocal: false }
}
