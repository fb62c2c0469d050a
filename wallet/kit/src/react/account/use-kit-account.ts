import type { Address } from 'viem'
import type { Network } from '#core/connect/connections.ts'
import { useConnectionState } from '../kit-context.ts'

/** The connected account, and the network that its wallet is on. */
export type KitAccount = {
  address: Address
  /** Null on a network that the app does not know. */
  network: Network | null
}

/** Returns the connected account; null without one, which account views see for a moment on disconnect. */
export function useKitAccount(): KitAccount | null {
  const { connection, networks } = useConnectionState()
  const { address, chainId } = connection
  if (address === null) return null
  return { address, network: networks.find(({ id }) => id === chainId) ?? null }
}
