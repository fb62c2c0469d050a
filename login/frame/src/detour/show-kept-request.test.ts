// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { createKeptRequests } from './kept-requests.ts'
import { showKeptRequest } from './show-kept-request.ts'

const storage = createMemoryStorage()
vi.mock('#device/frame-storage.ts', async (original) => ({
  ...(await original<object>()),
  openBrowserStorage: () => Promise.resolve(storage),
}))

test('error: shows nothing in a frame, and does not use up the request', async () => {
  const requests = createKeptRequests(storage)
  const id = await requests.keep({
    origin: 'https://game.example',
    projectId: 'test',
    account: '0xab',
    chain: 31_337,
    request: { method: 'eth_sendTransaction', params: [] },
    returnTo: 'https://game.example/',
    language: 'en',
    theme: 'light',
    followsWallet: false,
  })
  const framed = { top: {} } as unknown as Window
  expect(await showKeptRequest(framed, id)).toBe(false)
  expect(await requests.show(id)).toBeDefined()
})
