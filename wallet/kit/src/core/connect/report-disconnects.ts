import type { Events } from '#core/events.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import type { Connections } from './connections.ts'

/**
 * Reports each failed disconnect, whichever view requested it (R-CONNECT-7). `followConnection` reports those that
 * succeeded, also at a button of the page or in the wallet.
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
