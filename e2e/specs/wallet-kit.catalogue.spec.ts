import { expect } from '@playwright/test'
import { answerAsRelay, type KitWorld, startKitWorld } from '../support/kit-page.ts'
import { askKitService } from '../support/kit-service.ts'
import { msToDialog } from '../support/ms-to-dialog.ts'
import { picture } from '../support/player.ts'
import { test } from '../support/visit.ts'

/** From the click to a visible title. */
const VISIBLE_WITHIN_MS = 100
const MOST_OPENINGS = 10

let world: KitWorld
test.beforeAll(async () => {
  world = await startKitWorld()
})
test.afterAll(() => world.stop())
test.afterEach(() => world.catalogue.set('answers'))

test('the modal is there at once while the catalogue never answers', async ({ page }, info) => {
  world.catalogue.set('is silent')
  await world.open(page, { relay: await answerAsRelay(page) })
  const times: number[] = []
  // Other work on the machine only ever adds to a time: the best one is the modal's own.
  const isQuick = () => Math.min(...times) < VISIBLE_WITHIN_MS
  while (times.length < MOST_OPENINGS && !isQuick()) {
    times.push(await page.evaluate(msToDialog))
    await page.getByRole('button', { name: 'Close' }).click()
  }
  info.annotations.push({ type: 'click to visible, ms', description: times.join(', ') })
  expect(Math.min(...times)).toBeLessThan(VISIBLE_WITHIN_MS)
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(dialog.getByRole('button', { name: /WalletConnect/ })).toBeVisible()

  await expect(dialog.getByText('The wallet list failed to load.')).toBeVisible()
  await picture(page, info, 'catalogue-failed')
  world.catalogue.set('answers')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
})

test('a visitor scrolls through all wallets and searches them', async ({ page }, info) => {
  const { count } = await (await askKitService('/getWallets?entries=1&chains=eip155:56')).json()
  await world.open(page, { relay: await answerAsRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /All Wallets/ }).click()
  const tiles = page.getByRole('dialog').getByRole('listitem')
  await expect(tiles.filter({ hasText: 'MetaMask' })).toBeVisible()
  // A picture that did not load would have no width.
  await expect
    .poll(() =>
      tiles
        .first()
        .locator('img')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  await tiles.first().hover()
  await picture(page, info, 'all-wallets')
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000)
      return tiles.count()
    })
    .toBeGreaterThan(40)
  await expect(tiles).toHaveCount(count)

  const search = page.getByRole('searchbox', { name: 'Search wallet' })
  await search.fill('trust')
  await expect(tiles.first()).toContainText('Trust Wallet')
  await search.fill('nothing like it')
  await expect(page.getByText('No Wallet found')).toBeVisible()
  await search.fill('')
  await page.getByRole('button', { name: 'Certified wallets only' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'certified' })).toBeVisible()
  await expect(tiles).toContainText(['Acorn Wallet', 'Cedar Wallet'])
})

test('a failed page says so, and loads on demand', async ({ page }) => {
  await world.open(page, { relay: await answerAsRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('button', { name: /All Wallets.*60\+/ })).toBeVisible()
  world.catalogue.set('fails')
  await page.getByRole('button', { name: /All Wallets/ }).click()
  await expect(page.getByText('The wallet list failed to load.')).toBeVisible()
  world.catalogue.set('answers')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Cedar Wallet' })).toBeVisible()
})

test('a catalogue that does not serve this page says so to its developer', async ({ page }) => {
  world.catalogue.set('refuses')
  await world.open(page, { relay: await answerAsRelay(page) })
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await expect(page.getByRole('alert')).toContainText('Invalid App Configuration')
  await expect(page.getByText('The wallet list failed to load.')).toBeVisible()
})
