import type { Config } from 'wagmi'
import { disconnect } from 'wagmi/actions'
import { BURNER_CONNECTOR_ID } from '../burner/burner-connector.ts'

/**
 * Disconnects this tab when another one of this site does: a visitor who leaves must not go on betting in a
 * forgotten tab. WalletConnect sessions end in all tabs by themselves.
 *
 * @param prefix - Prefix of wagmi's keys in the browser's storage.
 */
export function followOtherTabs(config: Config, prefix: string, page: Window): void {
  page.addEventListener('storage', ({ key, newValue }) => {
    const { connections, current } = config.state
    const id = connections.get(current ?? '')?.connector.id
    const isMarked = key === `${prefix}.${id}.disconnected` && newValue !== null
    const isUnmarked = key === `${prefix}.burner.connected` && newValue === null
    if (isMarked || (isUnmarked && id === BURNER_CONNECTOR_ID)) void disconnect(config)
  })
}
