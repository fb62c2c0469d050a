import type { SolanaChainId } from '@bullring/wire/caip-fields'
import type { RpcRequest } from './upstream.ts'

/** An EVM chain by its number, a Solana cluster by its CAIP-2 id. */
export type ChainKey = number | SolanaChainId

/** Returns the request whose result shows which chain a node serves. */
export function identityRequest(chain: ChainKey): RpcRequest {
  return { method: typeof chain === 'number' ? 'eth_chainId' : 'getGenesisHash', params: [] }
}

/** Returns whether the result of `identityRequest` identifies `chain`. */
export function isIdentityOf(chain: ChainKey, result: unknown): boolean {
  if (typeof chain === 'number') return Number(result) === chain
  // The reference of a cluster is the beginning of its genesis hash (CAIP-2, namespace solana).
  return typeof result === 'string' && result.startsWith(chain.slice('solana:'.length))
}
