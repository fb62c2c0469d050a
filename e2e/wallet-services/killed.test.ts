import { randomUUID } from 'node:crypto'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Browser, openBrowser } from './support/open-browser.ts'
import { type Cut, runKilled, selectedCuts } from './support/run-killed.ts'
import { startWalletServices, type WalletServices } from './support/wallet-services.ts'

let services: WalletServices

beforeAll(async () => {
  services = await startWalletServices(inject('postgresUrl'))
})
afterAll(() => services.stop())

/** Numbers of a user's rows at the core: wallets, shares of devices, recovery shares. */
async function rowsOf(email: string) {
  const { db } = services.custody.database
  const wallets = await db
    .selectFrom('wallets as w')
    .innerJoin('identities as i', 'i.user_id', 'w.user_id')
    .select('w.id')
    .where('i.subject', '=', email)
    .execute()
  const ids = wallets.map(({ id }) => id)
  if (ids.length === 0) return { wallets: 0, authShares: 0, recoveryShares: 0, vaultShares: 0 }
  const [auth, recovery, vault] = await Promise.all([
    db.selectFrom('auth_shares').select('device_id').where('wallet_id', 'in', ids).execute(),
    db.selectFrom('recovery_shares').select('wallet_id').where('wallet_id', 'in', ids).execute(),
    services.vault.database.db
      .selectFrom('recovery_shares')
      .select('wallet_id')
      .where('wallet_id', 'in', ids)
      .execute(),
  ])
  return {
    wallets: ids.length,
    authShares: auth.length,
    recoveryShares: recovery.length,
    vaultShares: vault.length,
  }
}

async function signer(browser: Browser) {
  const signature = await browser.sign('hello')
  return await recoverMessageAddress({ message: 'hello', signature })
}

const NOTHING = { wallets: 0, authShares: 0, recoveryShares: 0, vaultShares: 0 }
const ALL = { wallets: 1, authShares: 1, recoveryShares: 1, vaultShares: 1 }

const CREATION: readonly (Cut & { isStored: boolean })[] = [
  { service: 'vault', path: '/recovery/put', isStored: false },
  // The last write of a new wallet.
  { service: 'custody', table: 'trusted_devices', isStored: false },
  { service: 'custody', path: '/core/wallet/create', isStored: true },
]
const CREATION_RARELY: typeof CREATION = [
  { service: 'vault', table: 'logins', isStored: false },
  { service: 'vault', table: 'recovery_shares', isStored: false },
  { service: 'custody', table: 'recovery_shares', isStored: false },
  { service: 'custody', table: 'sessions', isStored: false },
  { service: 'custody', table: 'auth_shares', isStored: false },
]

describe('kill -9 while a wallet is created: it exists completely or not at all, and the next login finishes', () => {
  test.each(selectedCuts(CREATION, CREATION_RARELY))('$service, $when', async (cut) => {
    const email = `${randomUUID()}@example.com`
    const browser = await openBrowser(services)
    expect(await runKilled(services, cut, () => browser.signIn(email))).toBe('broken off')
    expect(await rowsOf(email)).toEqual(cut.isStored ? ALL : NOTHING)
    await services[cut.service].restart()
    browser.reload()
    const evm = await browser.signIn(email)
    expect(await rowsOf(email)).toEqual(ALL)
    expect(await signer(browser)).toBe(evm)
    // Nothing is lost: another device recovers the same key.
    const other = await openBrowser(services)
    expect(await other.signIn(email)).toBe(evm)
    expect(await signer(other)).toBe(evm)
  })
})

const ENROLMENT: readonly Cut[] = [
  { service: 'vault', path: '/recovery/release' },
  { service: 'custody', path: '/core/wallet/device-share' },
]
const ENROLMENT_RARELY: typeof ENROLMENT = [
  { service: 'vault', path: '/otp/verify' },
  { service: 'custody', path: '/core/session/open' },
  { service: 'custody', table: 'release_log' },
  { service: 'custody', table: 'device_requests' },
  { service: 'custody', table: 'trusted_devices' },
  { service: 'vault', table: 'otps' },
  { service: 'vault', table: 'release_log' },
  { service: 'custody', table: 'auth_shares' },
]

describe('kill -9 while a device is enrolled: the wallet stays as it is, and the next login finishes', () => {
  const email = `${randomUUID()}@example.com`
  let owner: Browser
  let evm: string

  beforeAll(async () => {
    owner = await openBrowser(services)
    evm = await owner.signIn(email)
  })

  test.each(selectedCuts(ENROLMENT, ENROLMENT_RARELY))('$service, $when', async (cut) => {
    const browser = await openBrowser(services)
    expect(await runKilled(services, cut, () => browser.signIn(email))).toBe('broken off')
    await services[cut.service].restart()
    for (const each of [owner, browser]) each.reload()
    expect(await signer(owner)).toBe(evm)
    expect(await browser.signIn(email)).toBe(evm)
    expect(await signer(browser)).toBe(evm)
    expect(await rowsOf(email)).toMatchObject({ wallets: 1, recoveryShares: 1, vaultShares: 1 })
  })
})
