import type { PhoneConfig } from '@bullring/wire/local/phone-config'
import { createPublicClient, http, type PublicClient } from 'viem'

/** A chain of this machine. */
export type PhoneChain = PhoneConfig['chains'][number]

const TIMEOUT_MS = 15_000

/** Returns the CAIP-2 name of a chain. */
export function toCaip2(chainId: number): string {
  return `eip155:${chainId}`
}

/** Creates a client for a chain. Reads are repeated by their callers. */
export function createChainClient(chain: PhoneChain): PublicClient {
  const { id, name, nativeCurrency, rpcUrl: url } = chain
  return createPublicClient({
    chain: { id, name, nativeCurrency, rpcUrls: { default: { http: [url] } } },
    transport: http(url, { timeout: TIMEOUT_MS, retryCount: 0 }),
    cacheTime: 0,
    // Contracts cannot make the page fetch URLs (EIP-3668).
    ccipRead: false,
  })
}
