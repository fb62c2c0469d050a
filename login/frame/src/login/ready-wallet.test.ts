import { describe, expect, test } from 'vitest'
import { KeyMismatchError } from '#frame-errors.ts'
import { createTestBackend } from '#testing/test-backend.ts'
import { readyWallet } from './ready-wallet.ts'
import { openWalletKeys } from './wallet-unlock.ts'

type Backend = ReturnType<typeof createTestBackend>
type Browser = Awaited<ReturnType<Backend['createBrowser']>>

/** Returns the address that the browser's shares sign with. */
function signingAddress(backend: Backend, { deps }: Browser): Promise<string> {
  const wallet = backend.wallet()
  if (wallet === null) throw new Error('no wallet')
  const purpose = { method: 'personal_sign', params: [] }
  return openWalletKeys(deps, { token: '', wallet, purpose }, ({ evm }) => evm)
}

describe('readyWallet', () => {
  test('creates a wallet that can sign, the vault share first', async () => {
    const backend = createTestBackend()
    const browser = await backend.createBrowser()
    const session = await readyWallet(browser.deps, browser.signedIn())
    expect(backend.calls).toEqual(['put', 'create', 'session'])
    expect(await signingAddress(backend, browser)).toBe(session.wallet?.evm)
  })

  test('a second device gets separate shares for the same address', async () => {
    const backend = createTestBackend()
    const first = await backend.createBrowser()
    const created = await readyWallet(first.deps, first.signedIn())
    const second = await backend.createBrowser()
    const session = await readyWallet(second.deps, second.signedIn())
    expect(session.wallet).toEqual(created.wallet)
    expect(await signingAddress(backend, second)).toBe(created.wallet?.evm)
    expect(await signingAddress(backend, first)).toBe(created.wallet?.evm)
  })

  test('does nothing on an enrolled device', async () => {
    const backend = createTestBackend()
    const browser = await backend.createBrowser()
    await readyWallet(browser.deps, browser.signedIn())
    backend.calls.length = 0
    await readyWallet(browser.deps, browser.signedIn())
    expect(backend.calls).toEqual([])
  })

  const cuts = ['put', 'create', 'session'].flatMap((call) => [
    { call, isReceived: false },
    { call, isReceived: true },
  ])

  test.each(cuts)(
    'creation can be repeated after a break at $call (received: $isReceived)',
    async (cut) => {
      const backend = createTestBackend()
      const browser = await backend.createBrowser()
      backend.setCut(cut)
      await expect(readyWallet(browser.deps, browser.signedIn())).rejects.toThrow('cut off')
      backend.setCut(undefined)
      const session = await readyWallet(browser.deps, browser.signedIn())
      expect(await signingAddress(backend, browser)).toBe(session.wallet?.evm)
      // Recovery is not needed when both shares are in place.
      expect(backend.calls).not.toContain('release')
    },
  )

  const enrolCuts = ['recovery-auth', 'release', 'device-share', 'session'].flatMap((call) => [
    { call, isReceived: false },
    { call, isReceived: true },
  ])

  test.each(enrolCuts)(
    'enrolment can be repeated after a break at $call (received: $isReceived)',
    async (cut) => {
      const backend = createTestBackend()
      const first = await backend.createBrowser()
      const created = await readyWallet(first.deps, first.signedIn())
      const second = await backend.createBrowser()
      backend.setCut(cut)
      await expect(readyWallet(second.deps, second.signedIn())).rejects.toThrow('cut off')
      backend.setCut(undefined)
      await readyWallet(second.deps, second.signedIn())
      expect(await signingAddress(backend, second)).toBe(created.wallet?.evm)
      expect(await signingAddress(backend, first)).toBe(created.wallet?.evm)
    },
  )

  test('error: a recovery share of another wallet enrols nothing', async () => {
    const backend = createTestBackend()
    const first = await backend.createBrowser()
    await readyWallet(first.deps, first.signedIn())
    const other = createTestBackend()
    const stranger = await other.createBrowser()
    await readyWallet(stranger.deps, stranger.signedIn())
    const [foreign] = other.vaultShares.values()
    backend.vaultShares.set(backend.wallet()?.id ?? '', foreign ?? '')
    const second = await backend.createBrowser()
    await expect(readyWallet(second.deps, second.signedIn())).rejects.toThrow(KeyMismatchError)
    expect(backend.calls).not.toContain('device-share')
  })

  test('a device whose two halves do not match is enrolled again at the next login', async () => {
    const backend = createTestBackend()
    const browser = await backend.createBrowser()
    const { wallet } = await readyWallet(browser.deps, browser.signedIn())
    // Stored by another page of the browser while this one enrolled it, too.
    const share = 'A'.repeat(28)
    await browser.deps.custody.storeAuthShare({ walletId: wallet?.id ?? '', share }, '')
    await expect(signingAddress(backend, browser)).rejects.toThrow(KeyMismatchError)
    await readyWallet(browser.deps, browser.signedIn())
    expect(await signingAddress(backend, browser)).toBe(wallet?.evm)
  })
})
