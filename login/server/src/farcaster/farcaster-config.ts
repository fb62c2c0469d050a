import { WebUrl } from '@bullring/server/config/env-fields'
import { getAddress } from 'viem'
import * as z from 'zod'
import type { RegistryOptions } from './farcaster-registry.ts'

/** How a service reaches Farcaster. */
export type FarcasterConfig = {
  /** Base URL of the relay between page and phone. */
  relayUrl: string
  registry: RegistryOptions
}

const Contract = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
  .transform((text) => getAddress(text))

/** Node of OP Mainnet; without one, there is no login with Farcaster. */
export const FarcasterRpcUrl = WebUrl.optional()

/** The public relay: phones know no other. */
export const FarcasterRelayUrl = WebUrl.default('https://relay.farcaster.xyz')

/** Contract on OP Mainnet that knows the owner of each Farcaster id. */
export const FarcasterIdRegistry = Contract.default('0x00000000Fc6c5F01Fc30151999387Bb99A9f489b')

/** Contract on OP Mainnet that knows the further keys of each Farcaster id. */
export const FarcasterKeyRegistry = Contract.default('0x00000000Fc1237824fb747aBDE0FF18990E59b7e')

/** Returns the configuration; null without a node. */
export function farcasterConfig(vars: {
  rpcUrl: string | undefined
  relayUrl: string
  idRegistry: `0x${string}`
  keyRegistry: `0x${string}`
}): FarcasterConfig | null {
  const { rpcUrl, relayUrl, idRegistry, keyRegistry } = vars
  return rpcUrl === undefined ? null : { relayUrl, registry: { rpcUrl, idRegistry, keyRegistry } }
}
