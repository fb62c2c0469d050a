import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import type { Kit } from '#core/kit.ts'
import type { View } from '#core/modal/views.ts'
import { type ConnectionsState, isBasic } from './connections.ts'

/** Views that close once the network has changed. */
const SWITCH_VIEWS: ReadonlySet<View> = new Set<View>([
  'Networks',
  'SwitchNetwork',
  'SwitchActiveChain',
  'UnsupportedChain',
])

type FollowedKit = Pick<Kit, 'connections' | 'events' | 'modal' | 'options' | 'router'>

/**
 * Keeps the modal in sync with the wallet's network until the returned function is called: on a
 * network that is not configured it opens UnsupportedChain, which cannot be closed (R-NETWORK-3).
 */
export function followNetwork({ connections, events, modal, options, router }: FollowedKit) {
  const mustSwitch = options.enableNetworkSwitch && !options.allowUnsupportedChain
  let before: number | null = null
  const follow = () => {
    const { connection, networks } = connections.getState()
    const chainId = connection.status === 'connected' ? connection.chainId : null
    if (chainId === before) return
    const hadNetwork = before !== null
    before = chainId
    if (chainId === null) return
    const isSupported = networks.some(({ id }) => id === chainId)
    if (!isSupported && mustSwitch && !isBasic(connections.getState()))
      modal.open('UnsupportedChain')
    if (!isSupported || !hadNetwork) return
    events.emit({ event: 'SWITCH_NETWORK', properties: { network: toCaipNetworkId(chainId) } })
    leaveSwitchViews()
  }
  const leaveSwitchViews = () => {
    // An embedded card is always in view.
    const isShown = options.enableEmbedded || modal.getState().isOpen
    if (!isShown || !SWITCH_VIEWS.has(router.current().view)) return
    const [first] = router.getState().history
    if (first?.view === 'Account') router.reset('Account')
    else modal.close()
  }
  follow()
  const stops = [
    connections.subscribe(follow),
    // Also in the views that UnsupportedChain leads to.
    modal.addCloseGuard(
      () =>
        mustSwitch &&
        router.getState().history.some(({ view }) => view === 'UnsupportedChain') &&
        isOnUnknownNetwork(connections.getState()),
    ),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function isOnUnknownNetwork({ connection, networks }: ConnectionsState): boolean {
  const { status, chainId } = connection
  return status === 'connected' && chainId !== null && !networks.some(({ id }) => id === chainId)
}
