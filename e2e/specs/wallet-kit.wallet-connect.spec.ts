import { expect } from '@playwright/test'
import { test } from '../support/kit-test.ts'
import { acceptAtRelay, refuseAtRelay } from '../support/walletconnect-relay.ts'

test('WalletConnect loads on demand and contacts only the relay', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  const requested: URL[] = []
  page.on('request', (request) => requested.push(new URL(request.url())))
  const isClient = ({ pathname }: URL) => /\/app-client-/.test(pathname)
  await kit.open(page, { relay: await acceptAtRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
  expect(requested.filter(isClient)).toEqual([])

  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  expect(requested.filter(isClient)).toHaveLength(1)
  const hosts = new Set(
    requested.filter(({ protocol }) => protocol !== 'data:').map((url) => url.hostname),
  )
  expect([...hosts]).toEqual(['127.0.0.1'])
})

test('the copied link is the one in the QR code, and can be renewed', async ({
  page,
  context,
  kitWithCatalogue: kit,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await kit.open(page, { relay: await acceptAtRelay(page) })
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

test('a relay that refuses the page alerts its developer', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  await kit.open(page, { relay: await refuseAtRelay(page, 'Unauthorized: origin not allowed') })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /WalletConnect.*qr code/ }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid App Configuration')
  await expect(page.getByText('Connection error')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test.skip('a phone scans the code and connects', () => {
  // Needs a real relay, where two WalletConnect clients can meet.
})
