/**
 * The service worker: shows notifications and opens the page when one is clicked. It has no `fetch` handler and caches
 * nothing, so it cannot serve an old release. Imports nothing: the build sends it as one file (build/service-worker.ts).
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** A message of our server (game/api/src/push.ts). */
type Result = {
  symbol: string
  market: string
  epoch: number
  kind: 'won' | 'lost' | 'refunded'
  amount: string
}

type Texts = Readonly<Record<Result['kind'] | 'round', string>>

/** Cache of the texts in the language of this device, filled by src/browser/push-subscription.ts. */
const TEXT_CACHE = 'bullring-push'
const TEXT_URL = '/push-texts.json'

const ENGLISH: Texts = {
  won: 'You won {amount} BNB',
  lost: 'You lost {amount} BNB',
  refunded: 'Your {amount} BNB comes back',
  round: 'Round #{epoch}',
}

/**
 * WebKit ends a subscription whose messages show nothing, even while the page is in view. On iOS, the user agent of a page on
 * the Home Screen names AppleWebKit, but not Safari.
 */
const MUST_SHOW = /AppleWebKit/.test(navigator.userAgent) && !/Chrom/.test(navigator.userAgent)

worker.addEventListener('install', () => {
  worker.skipWaiting().catch(() => undefined)
})

worker.addEventListener('push', (event) => {
  event.waitUntil(showResult(event.data?.json()))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(event.notification.data))
})

/** Shows a result, unless a page in view shows it already. */
async function showResult({ symbol, market, epoch, kind, amount }: Result): Promise<void> {
  if (!MUST_SHOW && (await isInView())) return
  const texts = await readTexts()
  const { registration } = worker
  const lock = await registration.getNotifications({ tag: `${market}/${epoch}/lock` })
  for (const notification of lock) notification.close()
  await registration.showNotification(texts[kind].replace('{amount}', amount), {
    body: texts.round.replace('{epoch}', `${epoch}`),
    // As home-alerts.tsx names it: a page that is open in the background shows no second one.
    tag: `${market}/${epoch}/result`,
    icon: '/icon-192.png',
    data: symbol,
  })
}

async function isInView(): Promise<boolean> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.some(({ visibilityState }) => visibilityState === 'visible')
}

async function readTexts(): Promise<Texts> {
  const stored = await caches.match(TEXT_URL, { cacheName: TEXT_CACHE })
  return stored === undefined ? ENGLISH : { ...ENGLISH, ...(await stored.json()) }
}

/**
 * Brings a page of the game to the front, which then shows the market of the notification, or opens one. Notifications that an
 * earlier version has shown name no market.
 */
async function showPage(symbol: string | undefined): Promise<void> {
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ url }) => new URL(url).pathname === '/')
  if (page === undefined) {
    await worker.clients.openWindow(symbol ? `/?market=${encodeURIComponent(symbol)}` : '/')
    return
  }
  // Read by src/browser/notifications.ts.
  page.postMessage({ openedMarket: symbol })
  await page.focus()
}
