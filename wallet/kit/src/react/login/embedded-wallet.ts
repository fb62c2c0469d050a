import {
  embeddedConnectorOf,
  LOAD_TIMEOUT,
  UNSUPPORTED_METHOD,
} from '#connectors/embedded/embedded-connector.ts'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import type { WalletKit } from '#create-wallet-kit.ts'

/** R-MODAL-10: after the modal that the app has opened meanwhile. */
const UNSUPPORTED_ALERT_MS = 300

/**
 * Loads the embedded wallet.
 *
 * @throws when the app has none or its code does not load.
 */
export async function loadEmbeddedWallet({ config }: WalletKit): Promise<EmbeddedWallet> {
  const connector = embeddedConnectorOf(config)
  if (connector === undefined) throw new Error('This app does not offer login by email.')
  return await connector.loadWallet()
}

/** Connects the account of the user who has just logged in. */
export async function connectEmbeddedWallet(kit: WalletKit): Promise<void> {
  await kit.connections.connect(embeddedConnectorOf(kit.config)?.uid ?? '')
}

/** Shows alerts about the embedded wallet, until the returned function is called. */
export function followEmbeddedWallet({ alerts, config }: WalletKit): () => void {
  const emitter = embeddedConnectorOf(config)?.emitter
  const onMessage = ({ type }: { type: string }) => {
    if (type === LOAD_TIMEOUT) alerts.show('embeddedWalletTimeout')
    if (type === UNSUPPORTED_METHOD) {
      setTimeout(() => alerts.show('methodNotSupported'), UNSUPPORTED_ALERT_MS)
    }
  }
  emitter?.on('message', onMessage)
  return () => emitter?.off('message', onMessage)
}
