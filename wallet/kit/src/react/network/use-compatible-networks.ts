import type { Network } from '#core/connect/connections.ts'
import { useConnectionState } from '../kit-context.ts'
import { useApprovedNetworks } from './use-approved-networks.ts'

/** Returns the networks of the app on which the wallet can use what it receives. */
export function useCompatibleNetworks(): readonly Network[] {
  const { networks } = useConnectionState()
  const approved = useApprovedNetworks()
  return networks.filter(({ id }) => approved === null || approved.includes(id))
}
