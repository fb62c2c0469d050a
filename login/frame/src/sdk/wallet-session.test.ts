import { expect, test, vi } from 'vitest'
import { createMemoryStorage } from '#device/frame-storage.ts'
import { createSessionStore } from '#device/stored-session.ts'
import { createWalletSession, type WalletSessionDeps } from './wallet-session.ts'

function createSession(onClosed: () => Promise<void>) {
  const store = createSessionStore(createMemoryStorage(), 'https://game.example')
  return createWalletSession({ store, onClosed } as WalletSessionDeps)
}

test('a logout has everything forgotten that the session has left behind', async () => {
  const onClosed = vi.fn(() => Promise.resolve())
  await createSession(onClosed).close()
  expect(onClosed).toHaveBeenCalledTimes(1)
})

test('error: a logout counts also where that fails', async () => {
  const session = createSession(() => Promise.reject(new Error('not loaded')))
  await session.close()
  expect(await session.current()).toBeUndefined()
})
