import type { Log } from '#core/log.ts'
import { createStore, type Store } from '#core/store.ts'
import type { AlertMessages } from './alert-messages.ts'

/** Mistakes in an app's configuration (R-MODAL-9, R-MODAL-10). For operators and developers, so not translated. */
const CONFIGURATION_ALERTS = {
  networkNotFound: {
    text: 'Network Not Found',
    detail: 'The network is not configured. Add it to the wagmi config.',
  },
  originNotAllowed: {
    text: 'Invalid App Configuration',
    detail: 'The origin of this page is not on the allow-list of the project id.',
  },
  methodNotSupported: {
    text: 'Action not allowed',
    detail: 'Requested RPC call is not allowed: the embedded wallet does not support its method.',
  },
  invalidProjectId: {
    text: 'Invalid Project ID',
    detail: 'The wallet service or the relay does not know the project id.',
  },
  projectIdMissing: {
    text: 'Project ID Not Configured',
    detail: 'Pass a projectId to createWalletKit.',
  },
} as const

type Alert = { text: string; detail: string }

function alertsIn(messages: AlertMessages) {
  const { embeddedWalletTimeout, sessionExpired, socialLoginTimeout } = messages
  return {
    ...CONFIGURATION_ALERTS,
    embeddedWalletTimeout: {
      text: embeddedWalletTimeout,
      detail: messages.embeddedWalletTimeoutDetail,
    },
    sessionExpired: { text: sessionExpired, detail: messages.sessionExpiredDetail },
    socialLoginTimeout: { text: socialLoginTimeout, detail: messages.socialLoginTimeoutDetail },
  }
}

type AlertName = keyof ReturnType<typeof alertsIn>

type AlertState = { alert: Alert | null }

/** The bar over the card that shows what has to be changed before the modal works. */
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
export function createAlerts(isShown: boolean, log: Log, messages: AlertMessages): Alerts {
  const alerts = alertsIn(messages)
  const store = createStore<AlertState>({ alert: null })
  const reported = new Set<AlertName>()
  const show = (name: AlertName) => {
    const alert: Alert = alerts[name]
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
