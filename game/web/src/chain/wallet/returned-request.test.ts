// @vitest-environment happy-dom
import { EMBEDDED_CONNECTOR_TYPE } from '@bullring/wallet-kit/embedded-connector'
import { RpcError, UserRejectedRequestError } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Config } from 'wagmi'
import { RETURN_KEY } from './leave-page.ts'
import { takeOutcome } from './returned-request.ts'

const isKept = () => sessionStorage.getItem(RETURN_KEY) !== null

beforeEach(() => sessionStorage.setItem(RETURN_KEY, 'the request'))

/** The app with an embedded wallet that loads as given. */
function appWith(loadWallet: () => Promise<unknown>): Config {
  // Only what the code under test reads.
  return { connectors: [{ type: EMBEDDED_CONNECTOR_TYPE, loadWallet }] } as unknown as Config
}

const appThat = (take: (id: string) => Promise<unknown>) =>
  appWith(() => Promise.resolve({ takeOutcome: take }))

test('forgets the request once the wallet has replied', async () => {
  const take = vi.fn((_id: string) => {
    expect(isKept()).toBe(true)
    return Promise.resolve('0xab')
  })
  expect(await takeOutcome(appThat(take), '00ff')).toBe('0xab')
  expect(take).toHaveBeenCalledExactlyOnceWith('00ff')
  expect(isKept()).toBe(false)
})

test.each([
  new UserRejectedRequestError(new Error('no')),
  new RpcError(new Error('reverted'), { code: 3, shortMessage: 'reverted' }),
])('error: throws what the wallet replied: $code', async (error) => {
  await expect(
    takeOutcome(
      appThat(() => Promise.reject(error)),
      '00ff',
    ),
  ).rejects.toBe(error)
  expect(isKept()).toBe(false)
})

test.each([
  ['its code does not load', appWith(() => Promise.reject(new TypeError('Failed to fetch')))],
  ['its frame does not reply', appThat(() => Promise.reject(new Error('Something went wrong')))],
  ['the app has none', { connectors: [] } as unknown as Config],
])('error: says nothing about the request where %s, and keeps it', async (_, config) => {
  expect(await takeOutcome(config, '00ff')).toBeNull()
  expect(isKept()).toBe(true)
})
