import { vi } from 'vitest'

/** The keys and the address of the browser of {@link stubPush}. */
export const PUSH_BROWSER = {
  endpoint: 'https://push.example/1',
  p256dh: 'BAAA',
  auth: 'AAAA',
}

/** The key of the server, in base64url. */
export const PUSH_KEY = 'BKEY'

/** Gives the window notifications that are permitted, and a subscription with a push service. */
export function stubPush(): void {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer
  const subscription = {
    endpoint: PUSH_BROWSER.endpoint,
    options: { applicationServerKey: bytes(PUSH_KEY) },
    getKey: (name: 'p256dh' | 'auth') => bytes(PUSH_BROWSER[name]),
  }
  const worker = { pushManager: { getSubscription: () => Promise.resolve(subscription) } }
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('caches', { open: () => Promise.resolve({ put: () => Promise.resolve() }) })
  vi.stubGlobal('navigator', {
    ...navigator,
    serviceWorker: { register: vi.fn(), ready: Promise.resolve(worker) },
    permissions: { query: () => Promise.reject(new Error('not there')) },
  })
}
