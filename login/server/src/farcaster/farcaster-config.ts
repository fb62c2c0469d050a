import {
  FARCASTER_ID_REGISTRY,
  FARCASTER_KEY_REGISTRY,
} from '@bullring/login-api/farcaster-registries'
import type { RegistryOptions } from './farcaster-registry.ts'

/** Addresses of Farcaster. */
export type FarcasterConfig = {
  /** Base URL of the relay between page and phone. */
  relayUrl: string
  registry: RegistryOptions
}

/** The public relay: phones know no other. */
const RELAY_URL = 'https://relay.farcaster.xyz'

/**
 * Returns the configuration; null without a node.
 *
 * @param localUrl - Relay on this machine that stands in for the public one.
 */
export function farcasterConfig(
  rpcUrl: string | undefined,
  localUrl: string | undefined,
): FarcasterConfig | null {
  if (rpcUrl === undefined) return null
  const registry: RegistryOptions = {
    rpcUrl,
    idRegistry: FARCASTER_ID_REGISTRY,
    keyRegistry: FARCASTER_KEY_REGISTRY,
  }
  return { relayUrl: localUrl ?? RELAY_URL, registry }
}
