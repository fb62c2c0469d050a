import { devices, expect, type Page } from '@playwright/test'
import { answerAsRelay, type KitWorld, startKitWorld } from '../support/kit-page.ts'
import { comeBack, picture } from '../support/player.ts'
import { test } from '../support/visit.ts'

const { defaultBrowserType: _, ...iphone } = devices['iPhone 14']
test.use(iphone)

let world: KitWorld
test.beforeAll(async () => {
  world = await startKitWorld()
})
test.afterAll(() => world.stop())

/** Notes what the page opens instead of leaving for an app that is not there. */
async function noteOpened(page: Page): Promise<() => Promise<string[][]>> {
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

test('a phone opens the chosen wallet’s app with the pairing link', async ({ page }, info) => {
  const opened = await noteOpened(page)
  await world.open(page, { relay: await answerAsRelay(page) })
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
  await picture(page, info, 'phone-wallet')

  await dialog.getByRole('button', { name: 'Open Acorn Wallet' }).tap()
  await expect.poll(opened).toHaveLength(2)
  await dialog.getByRole('button', { name: 'Get', exact: true }).tap()
  await expect.poll(async () => (await opened()).at(-1)?.[0]).toBe('https://apps.example/acorn')
})

test('back from the app, an iPhone waits before it believes in a failure', async ({ page }) => {
  await noteOpened(page)
  await world.open(page, { relay: await answerAsRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).tap()
  await page.getByRole('button', { name: /All Wallets/ }).tap()
  await page.getByRole('button', { name: 'Acorn Wallet' }).tap()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Continue in Acorn Wallet')).toBeVisible()
  await comeBack(page)
  await expect(dialog.getByText('Connecting...')).toBeVisible()
  await expect(dialog.getByText('Continue in Acorn Wallet')).toBeVisible()
})

test('a universal link carries the pairing link behind one slash', async ({ page }) => {
  const opened = await noteOpened(page)
  await world.open(page, { relay: await answerAsRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).tap()
  await page.getByRole('button', { name: /All Wallets/ }).tap()
  await page.getByRole('button', { name: 'Dune Wallet' }).tap()
  await expect
    .poll(async () => (await opened())[0]?.[0])
    .toMatch(/^https:\/\/dune\.example\/app\/wc\?uri=wc%3A/)
})

test('the modal is a sheet at the bottom, and offers a code to scan', async ({ page }, info) => {
  await world.open(page, { relay: await answerAsRelay(page) })
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
  await picture(page, info, 'phone-qr')
})
