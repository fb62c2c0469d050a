import type { Kit } from '#core/kit.ts'
import { CONNECT_VIEWS } from '#core/modal/connect-views.ts'
import { isSignInEnabled } from '#core/options.ts'
import type { Connection, ConnectionsState } from './connections.ts'

type FollowedKit = Pick<Kit, 'connections' | 'events' | 'modal' | 'options' | 'router'>

/**
 * Keeps the modal in sync with the connection until the returned function is called: it closes once an
 * account is connected, unless sign-in follows, and when the account disconnects. Reports every disconnect, also one by a
 * button of the page or by the wallet (R-CONNECT-7).
 */
export function followConnection(kit: FollowedKit): () => void {
  const { connections, events, modal, options, router } = kit
  let before = connections.getState().connection
  return connections.subscribe(() => {
    const state = connections.getState()
    const { connection } = state
    const [hadAccount, hasAccount] = [isConnected(before), isConnected(connection)]
    before = connection
    if (hadAccount && !hasAccount) {
      events.emit({ event: 'DISCONNECT_SUCCESS', properties: { namespace: 'eip155' } })
      modal.close()
    }
    if (hadAccount || !hasAccount || !CONNECT_VIEWS.has(router.current().view)) return
    if (!isSignInEnabled(options) || !isOnKnownNetwork(state)) modal.close()
  })
}

function isConnected({ status }: Connection): boolean {
  return status === 'connected'
}

function isOnKnownNetwork({ connection, networks }: ConnectionsState): boolean {
  return networks.some(({ id }) => id === connection.chainId)
}
