import { REQUESTS_PENDING, SESSION_ENDED } from '@bullring/walletconnect/connector'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Config } from 'wagmi'
import { messagesIn } from '#i18n/language.ts'
import { createToastStore } from '#toasts/toast-store.ts'
import { CONNECT_MESSAGES } from './connect-messages.ts'
import { followWalletConnect } from './follow-wallet-connect.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'
const PENDING = { count: 1, walletName: 'Fox', walletLink: 'fox://' }

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** Follows a connector whose messages the test writes. */
function follow() {
  const listeners = new Set<(message: { type: string; data: unknown }) => void>()
  const connector = {
    type: 'walletConnect',
    emitter: {
      on: (_name: string, listener: never) => listeners.add(listener),
      off: (_name: string, listener: never) => listeners.delete(listener),
    },
  }
  const toasts = createToastStore()
  const config = { connectors: [connector] } as unknown as Config
  const messages = messagesIn(CONNECT_MESSAGES, 'en')
  const stop = followWalletConnect({ config, toasts, messages, page: window })
  return {
    stop,
    listeners,
    send: (type: string, data: unknown) => {
      for (const listener of listeners) listener({ type, data })
    },
    toasts: () => toasts.getSnapshot().toasts,
  }
}

test.each([
  [false, 'Your wallet has ended the connection'],
  [true, 'The connection to your wallet has expired'],
])('shows that a session is over (expired: %s)', (isExpired, text) => {
  const { send, toasts, listeners, stop } = follow()
  send(SESSION_ENDED, { isExpired })
  expect(toasts()).toMatchObject([{ text, detail: 'Connect again to go on playing.' }])
  stop()
  expect(listeners.size).toBe(0)
})

test('links to the app on a phone as long as a request waits there', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(PHONE)
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { send, toasts } = follow()
  send(REQUESTS_PENDING, PENDING)
  await expect.poll(() => toasts()[0]?.text).toBe('Waiting for you to confirm in Fox')
  toasts()[0]?.action?.run()
  expect(open.mock.calls[0]?.slice(0, 2)).toEqual(['fox://', '_self'])
  send(REQUESTS_PENDING, { ...PENDING, count: 0 })
  await expect.poll(toasts).toEqual([])
})

test('prefers the app that the visitor has opened, and never a link that runs code', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(PHONE)
  const { send, toasts } = follow()
  send(REQUESTS_PENDING, { ...PENDING, walletLink: 'javascript:alert(1)' })
  localStorage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', '{"href":"bear://","name":"Bear"}')
  send(REQUESTS_PENDING, PENDING)
  await expect
    .poll(() => toasts().map(({ text }) => text))
    .toEqual(['Waiting for you to confirm in Bear'])
})

test('error: a link that cannot be shown does not keep the next one away', async () => {
  let isBroken = true
  const read = vi.spyOn(navigator, 'userAgent', 'get').mockImplementation(() => {
    if (isBroken) throw new Error('The code of the link cannot be loaded')
    return PHONE
  })
  const { send, toasts } = follow()
  send(REQUESTS_PENDING, PENDING)
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0)
  isBroken = false
  send(REQUESTS_PENDING, PENDING)
  await expect.poll(() => toasts()[0]?.text).toBe('Waiting for you to confirm in Fox')
})
