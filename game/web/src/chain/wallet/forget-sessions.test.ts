import { beforeEach, expect, test, vi } from 'vitest'
import { connect, disconnect } from 'wagmi/actions'
import { mockWalletConfig } from '#testing/mock-wallet-config.ts'
import { testAppConfig } from '#testing/test-app-config.ts'
import { forgetSessionsOnSignOut } from './forget-sessions.ts'

const deleteSessions = vi.hoisted(() => vi.fn(() => Promise.resolve()))
vi.mock('./one-tap-sessions.ts', () => ({ deleteSessions }))

beforeEach(() => {
  deleteSessions.mockClear()
})

test('destroys the keys when the visitor signs out, and not before', async () => {
  const { config, connector } = await mockWalletConfig(testAppConfig(), false)
  forgetSessionsOnSignOut(config)
  await connect(config, { connector })
  expect(deleteSessions).not.toHaveBeenCalled()
  await disconnect(config)
  await vi.waitFor(() => expect(deleteSessions).toHaveBeenCalledOnce())
})
