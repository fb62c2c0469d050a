import type { Events } from '#core/events.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import type { Connections } from './connections.ts'

/**
 * Reports each failed disconnect of any view (R-CONNECT-7). `followConnection` reports successful disconnects, also
 * from a button of the page or in the wallet.
 */
export function reportDisconnects(connections: Connections, events: Events): Connections {
  return {
    ...connections,
    disconnect: async () => {
      try {
        await connections.disconnect()
      } catch (error) {
        const { message } = classifyFailure(error)
        events.emit({ event: 'DISCONNECT_ERROR', properties: { message } })
        throw error
      }
    },
  }
}
