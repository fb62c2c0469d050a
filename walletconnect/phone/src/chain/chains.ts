import type { ChainRequest } from '@bullring/approval/chain/chain-client'
import { ChainError } from '@bullring/approval/errors'
import { findCause } from '@bullring/errors/find-cause'
import type { PhoneConfig } from '@bullring/wire/phone-config'
import { createPublicClient, http, type PublicClient, RpcRequestError } from 'viem'

/** A chain of this machine. */
export type PhoneChain = PhoneConfig['chains'][number]

const TIMEOUT_MS = 15_000

/** Returns the CAIP-2 name of a chain. */
export function toCaip2(chainId: number): string {
  return `eip155:${chainId}`
}

/** Creates a client for a chain. Reads are repeated by their callers. */
export function createChainClient(chain: PhoneChain): PublicClient {
  const { id, name, nativeCurrency, rpcUrl } = chain
  const url = new URL(rpcUrl, globalThis.location?.href).href
  return createPublicClient({
    chain: { id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } },
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0 }),
    cacheTime: 0,
    // Contracts cannot make the page fetch URLs (EIP-3668).
    ccipRead: false,
  })
}

/** Returns how requests for approval read a chain. */
export function chainRequestOf({ transport }: PublicClient): ChainRequest {
  return async (call) => {
    try {
      return await transport['request'](call)
    } catch (error) {
      // Viem keeps what the node sent of a revert in the innermost error.
      const refusal = findCause(error, RpcRequestError)
      if (refusal === undefined) throw error
      throw new ChainError(refusal.details, refusal.data, { cause: error })
    }
  }
}
