import { useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

/** Whether notifications can be shown; `needs-install`: on iOS, only by pages on the Home Screen. */
export type NotificationState = NotificationPermission | 'unsupported' | 'needs-install'

export type PageNotification = {
  /** The market that the page shows after a click. */
  symbol: string
  title: string
  body: string
  /** A notification replaces one of the same tag without another sound. */
  tag: string
  /** Tag of the notification that this notification replaces. */
  replaces?: string
  /** True where the page plays its own sound. */
  isSilent: boolean
}

const ICON = '/icon-192.png'

/** Our service worker shows notifications and receives pushes. It caches nothing. */
const WORKER_URL = '/sw.js'

/** Returns whether this browser shows notifications of this page. */
function notificationState(): NotificationState {
  if ('Notification' in window && 'serviceWorker' in navigator) return Notification.permission
  const isOutsideOfHomeScreen = 'standalone' in navigator && navigator.standalone === false
  return isOutsideOfHomeScreen ? 'needs-install' : 'unsupported'
}

/** Returns the state, also after the visitor has changed it in the browser's own settings. */
export function useNotificationState(): NotificationState {
  return useSyncExternalStore(subscribe, notificationState)
}

/** Asks the visitor for permission, if they have not decided yet. */
export async function requestNotifications(): Promise<NotificationState> {
  if (notificationState() === 'default') await Notification.requestPermission()
  for (const listener of listeners) listener()
  return notificationState()
}

/** Shows a notification, if the visitor allows it. */
export async function showNotification(shown: PageNotification): Promise<void> {
  if (notificationState() !== 'granted') return
  const { symbol, title, body, tag, replaces, isSilent } = shown
  const worker = await openWorker()
  const old = replaces === undefined ? [] : await worker.getNotifications({ tag: replaces })
  for (const notification of old) notification.close()
  const options = { body, tag, icon: ICON, silent: isSilent, data: symbol }
  await worker.showNotification(title, options)
}

/** Message of the service worker to a page that a click on a notification brings to the front. */
const ClickMessage = z.object({ openedMarket: z.string() })

/** Calls `listener` with the market of each clicked notification, until the returned function is called. */
export function subscribeToClicks(listener: (symbol: string) => void): () => void {
  const stop = new AbortController()
  const read = ({ data }: MessageEvent) => {
    const message = z.safeParse(ClickMessage, data)
    if (message.success) listener(message.data.openedMarket)
  }
  // Absent where the page is not served securely.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker
  workers?.addEventListener('message', read, { signal: stop.signal })
  return () => stop.abort()
}

/** Installs the service worker, or updates it. Notifications of pages alone do not exist on Android. */
export async function openWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER_URL)
  return await navigator.serviceWorker.ready
}

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  const stop = new AbortController()
  listeners.add(listener)
  window.addEventListener('focus', listener, { signal: stop.signal })
  followPermission(listener, stop.signal).catch(() => undefined)
  return () => {
    listeners.delete(listener)
    stop.abort()
  }
}

async function followPermission(listener: () => void, signal: AbortSignal): Promise<void> {
  const permission = await navigator.permissions.query({ name: 'notifications' })
  permission.addEventListener('change', listener, { signal })
}
