import type { Connection } from './connections.ts'
import type { Kit } from './kit.ts'
import type { View } from './views.ts'

/** Views that are there to connect: done once an account is connected. */
const CONNECT_VIEWS: ReadonlySet<View> = new Set<View>([
  'AllWallets',
  'Connect',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
  'Downloads',
  'GetWallet',
  'WhatIsAWallet',
])

type FollowedKit = Pick<Kit, 'connections' | 'modal' | 'router'>

/**
 * Keeps the modal true to the connection until the returned function is called: it closes when an
 * account appears that it was open for, and when the account is gone.
 */
export function followConnection({ connections, modal, router }: FollowedKit): () => void {
  let before = connections.getState().connection
  return connections.subscribe(() => {
    const { connection } = connections.getState()
    const [hadAccount, hasAccount] = [isConnected(before), isConnected(connection)]
    before = connection
    if (hadAccount && !hasAccount) modal.close()
    if (!hadAccount && hasAccount && CONNECT_VIEWS.has(router.current().view)) modal.close()
  })
}

function isConnected({ status }: Connection): boolean {
  return status === 'connected'
}
