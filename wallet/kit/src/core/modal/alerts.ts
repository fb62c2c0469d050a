import type { Log } from '#core/log.ts'
import { createStore, type Store } from '#core/store.ts'

/** Mistakes in an app's configuration (R-MODAL-9, R-MODAL-10). For developers, so not translated. */
const ALERTS = {
  networkNotFound: {
    text: 'Network Not Found',
    detail: 'The network is not one of the configured networks. Add it to the wagmi config.',
  },
  originNotAllowed: {
    text: 'Invalid App Configuration',
    detail: 'The origin of this page is not on the allow-list of the project id.',
  },
  embeddedWalletTimeout: {
    text: 'Invalid App Configuration',
    detail: 'The embedded wallet did not load in time.',
  },
  methodNotSupported: {
    text: 'Action not allowed',
    detail: 'Requested RPC call is not allowed: the embedded wallet does not support its method.',
  },
  socialLoginTimeout: {
    text: 'Social login timed out. Please try again.',
    detail: 'The embedded wallet did not name the login page of the provider in time.',
  },
  invalidProjectId: {
    text: 'Invalid Project ID',
    detail:
      'The wallet service or the relay does not know the project id. Update the configuration.',
  },
  sessionExpired: {
    text: 'Session Expired',
    detail:
      'The clock of this device seems to be wrong. Check its time settings and connect again.',
  },
  projectIdMissing: {
    text: 'Project ID Not Configured',
    detail: 'Pass a projectId to createWalletKit.',
  },
} as const

type AlertName = keyof typeof ALERTS

type Alert = { text: string; detail: string }

type AlertState = { alert: Alert | null }

/** The bar over the card that shows configuration mistakes to developers. */
export type Alerts = Store<AlertState> & {
  show: (name: AlertName) => void
  hide: () => void
  /** Shows the alert for an error of a service or of the relay. Returns false if there is none. */
  showFor: (error: unknown) => boolean
}

/** Messages of services and relay, with the alert that each selects (R-MODAL-11). */
const CAUSES: readonly (readonly [message: string, alert: AlertName])[] = [
  ['Unauthorized: origin not allowed', 'originNotAllowed'],
  ['JWT validation error: JWT Token is not yet valid', 'sessionExpired'],
  ['Unauthorized: invalid key', 'invalidProjectId'],
]

/**
 * @param isShown - False hides the bar from visitors (`debug: false`). Each alert is then reported once as an error of
 * the page, so that the operator still sees it.
 * @param log - Written to when the bar shows an alert.
 */
export function createAlerts(isShown: boolean, log: Log): Alerts {
  const store = createStore<AlertState>({ alert: null })
  const reported = new Set<AlertName>()
  const show = (name: AlertName) => {
    const alert = ALERTS[name]
    if (isShown) {
      log('error', alert.text, { detail: alert.detail })
      return store.setState({ alert })
    }
    if (reported.has(name)) return
    reported.add(name)
    reportError(new Error(`${alert.text}: ${alert.detail}`))
  }
  return {
    ...store,
    show,
    hide: () => store.setState({ alert: null }),
    showFor: (error) => {
      const text = error instanceof Error ? error.message : String(error)
      const cause = CAUSES.find(([message]) => text.includes(message))
      if (cause !== undefined) show(cause[1])
      return cause !== undefined
    },
  }
}
