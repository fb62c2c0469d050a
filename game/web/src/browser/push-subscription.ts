import { openWorker } from './notifications.ts'

/** Address and keys that a server needs to send messages to this browser (RFC 8030, RFC 8291). */
export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string }

/** Cache of the service worker's message texts, in the language of this device. */
const TEXT_CACHE = 'bullring-push'
const TEXT_URL = '/push-texts.json'

/** Texts of messages, with `{amount}` and `{epoch}` in them. */
export type PushTexts = Readonly<Record<'won' | 'lost' | 'refunded' | 'round', string>>

/** Whether a server can send messages to this browser while no page is open. */
export function canReceivePushes(): boolean {
  return 'serviceWorker' in navigator && 'PushManager' in window
}

/**
 * Subscribes this browser, or returns the subscription it has.
 *
 * @param key - The server's public key in base64url.
 */
export async function subscribeBrowser(key: string): Promise<BrowserSubscription> {
  const { pushManager } = await openWorker()
  const known = await pushManager.getSubscription()
  const isCurrent = known !== null && toBase64Url(known.options.applicationServerKey) === key
  if (known !== null && !isCurrent) await known.unsubscribe()
  const subscription = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  return {
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
  }
}

/** Keeps the texts of messages for the service worker. */
export async function savePushTexts(texts: PushTexts): Promise<void> {
  const cache = await caches.open(TEXT_CACHE)
  await cache.put(TEXT_URL, Response.json(texts))
}

/** Ends the subscription and returns its endpoint; null where there is none. */
export async function unsubscribeBrowser(): Promise<string | null> {
  if (!canReceivePushes()) return null
  const worker = await navigator.serviceWorker.getRegistration()
  const subscription = (await worker?.pushManager.getSubscription()) ?? null
  // The caller ends the messages at our server, also where the browser cannot.
  await subscription?.unsubscribe().catch(() => undefined)
  await caches.delete(TEXT_CACHE).catch(() => undefined)
  return subscription?.endpoint ?? null
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  const text = String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
