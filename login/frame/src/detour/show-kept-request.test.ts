// @vitest-environment happy-dom
import { USER_REJECTED_MESSAGE } from '@bullring/login-api/frame-messages/replies'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { ENGLISH } from '#i18n/frame-messages.ts'
import { createKeptRequests } from './kept-requests.ts'
import { showKeptRequest } from './show-kept-request.ts'

const ORIGIN = 'https://game.example'
const RETURN_TO = `${ORIGIN}/?round=40`

const storage = createMemoryStorage()
vi.mock('#device/frame-storage.ts', async (original) => ({
  ...(await original<object>()),
  openBrowserStorage: () => Promise.resolve(storage),
}))

beforeEach(() => {
  vi.useFakeTimers()
  // A connection that no request gets through.
  vi.stubGlobal('fetch', vi.fn().mockRejectedValue(new TypeError('Failed to fetch')))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const open = () => createKeptRequests(storage)
const keep = () =>
  open().keep({
    origin: ORIGIN,
    projectId: 'test',
    account: '0xab',
    chain: 31_337,
    request: { method: 'eth_sendTransaction', params: [] },
    returnTo: RETURN_TO,
    language: 'tr',
    theme: 'light',
    followsWallet: false,
  })

/** The wallet's page in an app of Telegram. */
function openPage() {
  const replace = vi.fn()
  const page = {
    document,
    location: { href: 'https://wallet.example/approval', replace },
    addEventListener: () => {},
    TelegramWebviewProxy: { postEvent: () => {} },
    top: {},
  }
  page.top = page
  const goBack = () =>
    (
      page as unknown as { TelegramGameProxy_receiveEvent: (name: string) => void }
    ).TelegramGameProxy_receiveEvent('back_button_pressed')
  return { page: page as unknown as Window, replace, goBack }
}

test('error: shows nothing in a frame, and does not use up the request', async () => {
  const id = await keep()
  const framed = { top: {} } as unknown as Window
  expect(await showKeptRequest(framed, id)).toEqual({ is: 'nothing' })
  expect(await open().show(id)).toBeDefined()
})

test('the back button leaves a page that does not load: the request is rejected', async () => {
  const id = await keep()
  const { page, replace, goBack } = openPage()
  const end = showKeptRequest(page, id)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(replace).not.toHaveBeenCalled()
  goBack()
  await vi.advanceTimersByTimeAsync(0)
  expect(await end).toEqual({ is: 'decided' })
  expect(replace.mock.calls).toEqual([[RETURN_TO]])
  expect(await open().take(id, ORIGIN)).toEqual({ error: { message: USER_REJECTED_MESSAGE } })
  const sent = vi.mocked(fetch).mock.calls.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.mocked(fetch).mock.calls).toHaveLength(sent)
})

test('error: a page that does not load for 20 seconds says so, and how to return', async () => {
  const id = await keep()
  const { page, replace, goBack } = openPage()
  const shown = showKeptRequest(page, id)
  await vi.advanceTimersByTimeAsync(20_000)
  const end = await shown
  expect(end).toMatchObject({ is: 'unloaded', language: 'tr' })
  expect(replace).not.toHaveBeenCalled()
  goBack()
  expect(replace.mock.calls).toEqual([[RETURN_TO]])
  expect(await open().take(id, ORIGIN)).toEqual({
    error: { message: ENGLISH.problem.unreachable },
  })
})
