import { EventEmitter, once } from 'node:events'
import { listenForNotifications } from '@bullring/server/db/listen-for-notifications'

/** Decisions about devices at any node: approved or refused links, and changes of the address. */
export class DeviceChanges {
  readonly #events = new EventEmitter().setMaxListeners(0)

  /** Resolves at the next decision about a device, when one may have been missed, or when `signal` aborts. */
  async next(deviceId: string, signal: AbortSignal): Promise<void> {
    await once(this.#events, deviceId, { signal }).catch(() => undefined)
  }

  /**
   * Listens until `signal` aborts, on one connection for all waiting requests.
   *
   * @param onBreak - Called each time the connection is lost or cannot be opened.
   */
  run(databaseUrl: string, onBreak: () => void, signal: AbortSignal): Promise<void> {
    const options = {
      channel: 'custody_devices',
      applicationName: 'bullring-custody-listener',
      onListening: () => {
        for (const deviceId of this.#events.eventNames()) this.#events.emit(deviceId)
      },
      onNotification: (deviceId: string) => {
        this.#events.emit(deviceId)
      },
      onBreak,
    }
    return listenForNotifications(databaseUrl, options, signal)
  }
}
