import { useMemo } from 'react'
import { type CaipNetwork, toCaipNetwork } from '#core/connect/caip-network.ts'
import { useConnectionState, useKit } from '../kit-context.ts'

/**
 * Returns the networks of the app, and the wallet's current one, as programs that use CAIP-2 describe them.
 *
 * @example
 * const { caipNetwork } = useWalletKitCaipNetwork()
 * caipNetwork?.caipNetworkId // 'eip155:56'
 */
export function useWalletKitCaipNetwork(): {
  /** Null when not connected or on a network that is not configured. */
  caipNetwork: CaipNetwork | null
  caipNetworks: readonly CaipNetwork[]
} {
  const { config, options } = useKit()
  const { connection } = useConnectionState()
  const caipNetworks = useMemo(
    () => config.chains.map((chain) => toCaipNetwork(chain, options)),
    [config, options],
  )
  const caipNetwork = caipNetworks.find(({ id }) => id === connection.chainId) ?? null
  return { caipNetwork, caipNetworks }
}

export type { CaipNetwork }
