import type { Connections } from './connect/connections.ts'
import type { Device } from './device.ts'
import type { Events } from './events.ts'
import type { Alerts } from './modal/alerts.ts'
import type { Consent, Modal } from './modal/modal.ts'
import type { Router } from './modal/router.ts'
import type { Toasts } from './modal/toasts.ts'
import type { ResolvedOptions, ThemeMode } from './options.ts'
import type { Persistence } from './persistence.ts'
import type { WritableStore } from './store.ts'

/** The framework-free part of the kit; one per page. Views read it by `useKit`. */
export type Kit = {
  options: ResolvedOptions
  /** The theme on screen; undefined follows the system. Apps with a switch change it. */
  theme: WritableStore<{ mode: ThemeMode | undefined }>
  connections: Connections
  router: Router
  modal: Modal
  consent: WritableStore<Consent>
  toasts: Toasts
  alerts: Alerts
  events: Events
  persistence: Persistence
  device: () => Device
}
