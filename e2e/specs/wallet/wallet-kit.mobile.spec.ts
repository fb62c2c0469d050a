import { devices, expect, type Page } from '@playwright/test'
import { test } from '../../support/kit/kit-test.ts'
import { returnToTab, takePicture } from '../../support/visitor/page-actions.ts'
import { acceptAtRelay } from '../../support/walletconnect/walletconnect-relay.ts'

const { defaultBrowserType: _, ...iphone } = devices['iPhone 14']
test.use(iphone)

/** Records the links that the page opens, instead of leaving for an app that is not installed. */
async function recordOpened(page: Page): Promise<() => Promise<string[][]>> {
  await page.addInitScript(() => {
    const opened: string[][] = []
    Object.assign(window, { opened })
    window.open = (url, target) => {
      opened.push([`${url}`, `${target}`])
      return null
    }
  })
  return () => page.evaluate(() => (window as unknown as { opened: string[][] }).opened)
}

test('a phone opens the chosen wallet’s app with the pairing link', async ({
  page,
  kitWithCatalogue: kit,
}, info) => {
  const opened = await recordOpened(page)
  await kit.open(page, { relay: await acceptAtRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: /qr code/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: /All Wallets/ }).tap()
  await dialog.getByRole('button', { name: 'Acorn Wallet' }).tap()
  await expect.poll(opened).toHaveLength(1)
  const [url, target] = (await opened())[0] ?? []
  expect(url).toMatch(/^acorn:\/\/wc\?uri=wc%3A[0-9a-f]{64}%402/)
  expect(target).toBe('_self')
  await takePicture(page, info, 'phone-wallet')

  await dialog.getByRole('button', { name: 'Open Acorn Wallet' }).tap()
  await expect.poll(opened).toHaveLength(2)
  await dialog.getByRole('button', { name: 'Get', exact: true }).tap()
  await expect.poll(async () => (await opened()).at(-1)?.[0]).toBe('https://apps.example/acorn')
})

test('an iPhone returning from the app keeps waiting for the connection', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  await recordOpened(page)
  await kit.open(page, { relay: await acceptAtRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).tap()
  await page.getByRole('button', { name: /All Wallets/ }).tap()
  await page.getByRole('button', { name: 'Acorn Wallet' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Continue in Acorn Wallet')).toBeVisible()
  await returnToTab(page)
  await expect(dialog.getByText('Connecting...')).toBeVisible()
  await expect(dialog.getByText('Continue in Acorn Wallet')).toBeVisible()
})

test('a universal link carries the pairing link after a single slash', async ({
  page,
  kitWithCatalogue: kit,
}) => {
  const opened = await recordOpened(page)
  await kit.open(page, { relay: await acceptAtRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).tap()
  await page.getByRole('button', { name: /All Wallets/ }).tap()
  await page.getByRole('button', { name: 'Dune Wallet' }).tap()
  await expect
    .poll(async () => (await opened())[0]?.[0])
    .toMatch(/^https:\/\/dune\.example\/app\/wc\?uri=wc%3A/)
})

test('the modal is a sheet at the bottom and offers a QR code', async ({
  page,
  kitWithCatalogue: kit,
}, info) => {
  await kit.open(page, { relay: await acceptAtRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).tap()
  const card = page.getByRole('dialog').locator('> div')
  await expect(page.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  // It slides up to its place.
  await expect
    .poll(async () => {
      const box = await card.boundingBox()
      return box && { width: box.width, bottom: Math.round(box.y + box.height) }
    })
    .toEqual({ width, bottom: height })
  await page.getByRole('button', { name: /All Wallets/ }).tap()
  await page.getByRole('button', { name: 'Show QR code' }).tap()
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /New code in 3:/ })).toBeVisible()
  await takePicture(page, info, 'phone-qr')
})
