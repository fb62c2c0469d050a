import type { Alerts } from './alerts.ts'
import type { Connections } from './connections.ts'
import type { Device } from './device.ts'
import type { Events } from './events.ts'
import type { Modal } from './modal.ts'
import type { ResolvedOptions } from './options.ts'
import type { Persistence } from './persistence.ts'
import type { Router } from './router.ts'
import type { Toasts } from './toasts.ts'

/** Everything behind the modal; one a page. Views read it by `useKit`. */
export type Kit = {
  options: ResolvedOptions
  connections: Connections
  router: Router
  modal: Modal
  toasts: Toasts
  alerts: Alerts
  events: Events
  persistence: Persistence
  device: () => Device
}
