import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    reportSignal: (text: string) => void
  }
}

/**
 * Lets the page play sounds and show notifications, and returns what it does in order. The headless shell of Chromium
 * denies every notification, so these are recorded instead of shown. Worker, sound and permission prompt are real calls.
 * Call before the page loads.
 */
export async function recordSignals(page: Page): Promise<string[]> {
  const signals: string[] = []
  await page.exposeFunction('reportSignal', (text: string) => signals.push(text))
  await page.addInitScript(() => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = () => {
      window.reportSignal('permission requested')
      permission = 'granted'
      return Promise.resolve(permission)
    }
    ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
      window.reportSignal(`${title} | ${options?.body}`)
      return Promise.resolve()
    }
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (this: OscillatorNode, when) {
      window.reportSignal(`note ${Math.round(this.frequency.value)}`)
      start.call(this, when)
    }
  })
  return signals
}

/** Makes the page believe that another tab is in front, or that it is again. */
export async function setHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
    const state = hidden ? 'hidden' : 'visible'
    Object.defineProperty(document, 'visibilityState', { get: () => state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, isHidden)
}

/**
 * Gives the browser a push service, which the headless shell of Chromium lacks; nothing is ever sent through it, and it never
 * ends a subscription.
 */
export async function addPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let known: PushSubscription | null = null
    PushManager.prototype.getSubscription = () => Promise.resolve(known)
    PushManager.prototype.subscribe = (options) => {
      window.reportSignal('subscribed')
      const key = `${options?.applicationServerKey}`.replaceAll('-', '+').replaceAll('_', '/')
      const applicationServerKey = Uint8Array.from(atob(key), (byte) => byte.charCodeAt(0)).buffer
      known = {
        endpoint: 'https://push.example/1',
        options: { applicationServerKey },
        getKey: (name: string) => new ArrayBuffer(name === 'auth' ? 16 : 65),
        unsubscribe: () => Promise.reject(new Error('no connection')),
      } as unknown as PushSubscription
      return Promise.resolve(known)
    }
  })
}

/** Delivers push messages to the page's service worker, as the browser's push service does. */
export type PushSource = {
  deliver: (message: object) => Promise<void>
  /** Clicks a notification of a market. */
  click: (symbol: string) => Promise<void>
  /** Texts of the notifications that the worker has shown, and addresses of the pages it has opened. */
  shown: () => Promise<readonly string[]>
}

/** Connects to the service worker of the page, which must be installed. */
export async function openPushSource(page: Page): Promise<PushSource> {
  const [worker] = page.context().serviceWorkers()
  if (worker === undefined) throw new Error('The page has no service worker')
  await worker.evaluate(() => {
    const shown: string[] = []
    const scope = globalThis as unknown as {
      shown: string[]
      registration: object
      clients: object
    }
    scope.shown = shown
    Object.assign(scope.registration, {
      getNotifications: () => Promise.resolve([]),
      showNotification: (title: string, { body }: { body: string }) => {
        shown.push(`${title} | ${body}`)
        return Promise.resolve()
      },
    })
    const openWindow = (address: string) => Promise.resolve(void shown.push(address))
    Object.assign(scope.clients, { openWindow })
  })
  const session = await page.context().newCDPSession(page)
  const ids = new Set<string>()
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    for (const { registrationId } of registrations) ids.add(registrationId)
  })
  await session.send('ServiceWorker.enable')
  await expect.poll(() => ids.size).toBe(1)
  const { origin } = new URL(page.url())
  return {
    deliver: async (message) => {
      const data = JSON.stringify(message)
      for (const registrationId of ids) {
        await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
      }
    },
    click: (symbol) =>
      worker.evaluate((data) => {
        const notification = { data, close: () => undefined }
        // No page may come to the front without a click of the visitor.
        const waitUntil = (task: Promise<unknown>) => void task.catch(() => undefined)
        dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil }))
      }, symbol),
    shown: () => worker.evaluate(() => (globalThis as unknown as { shown: string[] }).shown),
  }
}
