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

const newEmail = () => `${randomUUID()}@example.com`

/** Signs with a browser's wallet. Returns the signer. */
async function signer(browser: Browser) {
  const signature = await browser.sign('hello')
  return await recoverMessageAddress({ message: 'hello', signature })
}

/** The core decides: a change counts once its transaction is complete. */
type ChangeCut = Cut & { isChanged: boolean }

const CUTS: readonly ChangeCut[] = [
  { service: 'vault', path: '/email/secondary', isChanged: false },
  // Inside the transaction that moves the account.
  { service: 'custody', table: 'trusted_devices', isChanged: false },
  { service: 'custody', path: '/core/email-change/apply', isChanged: true },
  { service: 'vault', path: '/email/finish', isChanged: true },
]
const CUTS_RARELY: typeof CUTS = [
  { service: 'vault', path: '/email/update', isChanged: false },
  { service: 'custody', table: 'email_changes', isChanged: false },
  { service: 'custody', path: '/email-change', isChanged: false },
  { service: 'vault', path: '/email/primary', isChanged: false },
  {
    service: 'vault',
    table: 'email_claims',
    after: '/core/email-change/receipt',
    isChanged: true,
  },
  { service: 'vault', table: 'email_updates', isChanged: false },
  { service: 'custody', path: '/core/email-change/start', isChanged: false },
  { service: 'vault', table: 'email_claims', isChanged: false },
  { service: 'custody', path: '/core/email-change/receipt', isChanged: true },
]

describe('kill -9 while an address is changed: the wallet has one of the two addresses, and the change can be completed', () => {
  test.each(selectedCuts(CUTS, CUTS_RARELY))('$service, $when', async (cut) => {
    const [email, next] = [newEmail(), newEmail()]
    const [browser, other] = [await openBrowser(services), await openBrowser(services)]
    const evm = await browser.signIn(email)
    await other.signIn(email)
    const outcome = await runKilled(services, cut, () => browser.changeEmail(next))
    // A failure after the change does not fail the call.
    if (!cut.isChanged) expect(outcome).toBe('broken off')
    await services[cut.service].restart()
    for (const each of [browser, other]) each.reload()

    const { session } = await browser.page().session.require()
    expect(session.user.email).toBe(cut.isChanged ? next : email)
    expect(await signer(browser)).toBe(evm)
    // Other devices are logged out with the change, not before.
    if (cut.isChanged) expect(await other.page().session.current()).toBeUndefined()
    else expect(await signer(other)).toBe(evm)

    if (!cut.isChanged) await browser.changeEmail(next)
    const [further, stranger] = [await openBrowser(services), await openBrowser(services)]
    expect(await further.signIn(next)).toBe(evm)
    expect(await signer(further)).toBe(evm)
    expect(await signer(browser)).toBe(evm)
    await expect(stranger.signIn(email)).rejects.toThrow(/This email was changed/)
  })
})
