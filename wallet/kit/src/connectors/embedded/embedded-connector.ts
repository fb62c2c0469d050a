import type { Config } from 'wagmi'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'

/** Id of the connector of the embedded wallet, as in the specification. */
export const EMBEDDED_CONNECTOR_ID = 'AUTH'

export const EMBEDDED_CONNECTOR_TYPE = 'embedded'

/** Type of the connector's message that the frame has not loaded in time. */
export const LOAD_TIMEOUT = 'frame_load_timeout'

/** Type of the connector's message that an app has used a method that the wallet does not support. */
export const UNSUPPORTED_METHOD = 'unsupported_method'

/** Properties of the connector besides wagmi's functions. */
export type EmbeddedConnectorProperties = {
  /** Loads the code of the wallet. The frame loads with the first request. */
  loadWallet: () => Promise<EmbeddedWallet>
}

/** Returns the connector of the embedded wallet, if the app has one. */
export function embeddedConnectorOf(config: Config) {
  const connector = config.connectors.find(({ type }) => type === EMBEDDED_CONNECTOR_TYPE)
  // Sound: only the connector of this kit has this type.
  return connector as (typeof connector & EmbeddedConnectorProperties) | undefined
}
