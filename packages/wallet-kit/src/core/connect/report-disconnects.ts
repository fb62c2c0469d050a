import type { Events } from '#core/events.ts'
import { classifyFailure } from '#core/failure/classify-failure.ts'
import type { Connections } from './connections.ts'

/** Reports the success or error of every disconnect, whichever view asked for it (R-ANALYTICS-3). */
export function reportDisconnects(connections: Connections, events: Events): Connections {
  return {
    ...connections,
    disconnect: async () => {
      try {
        await connections.disconnect()
        events.emit({ event: 'DISCONNECT_SUCCESS' })
      } catch (error) {
        const { message } = classifyFailure(error)
        events.emit({ event: 'DISCONNECT_ERROR', properties: { message } })
        throw error
      }
    },
  }
}
