import { expect } from '@playwright/test'
import { answerAsRelay, type KitWorld, refuseAsRelay, startKitWorld } from '../support/kit-page.ts'
import { test } from '../support/visit.ts'

/** As long as the modal waits for a pairing link. */
const PAIRING_START_MS = 15_000

let world: KitWorld
test.beforeAll(async () => {
  world = await startKitWorld()
})
test.afterAll(() => world.stop())

test('WalletConnect is loaded when it is asked for, and asks nobody but the relay', async ({
  page,
}) => {
  const asked: URL[] = []
  page.on('request', (request) => asked.push(new URL(request.url())))
  const isClient = ({ pathname }: URL) => /\/index\.es-/.test(pathname)
  await world.open(page, { relay: await answerAsRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
  expect(asked.filter(isClient)).toEqual([])

  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(asked.filter(isClient)).toHaveLength(1)
  const hosts = new Set(
    asked.filter(({ protocol }) => protocol !== 'data:').map((url) => url.hostname),
  )
  expect([...hosts]).toEqual(['127.0.0.1'])
})

test('a copied link is the one in the code, and a new one can be had', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await world.open(page, { relay: await answerAsRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  const copy = async () => {
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    return page.evaluate(() => navigator.clipboard.readText())
  }
  const first = await copy()
  expect(first).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/)
  await page.getByRole('button', { name: /New code in/ }).click()
  await expect(page.getByRole('button', { name: /New code in 3:/ })).toBeVisible()
  expect(await copy()).not.toBe(first)
})

test('a relay that refuses the page is told to its developer', async ({ page }) => {
  await page.clock.install()
  await world.open(page, { relay: await refuseAsRelay(page, 'Unauthorized: origin not allowed') })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid App Configuration')
  // The client never says that it has given up; the modal waits a while for it.
  await page.clock.fastForward(PAIRING_START_MS)
  await expect(page.getByText('No connection to the relay')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test.skip('a phone scans the code and connects', () => {
  // Needs a relay: two WalletConnect clients meet nowhere else.
})
