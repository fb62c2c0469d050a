import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'

test('a page lays out before its data arrives, and nothing moves afterwards', async ({
  page,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const release = await holdResponses(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Next' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Enter UP' })).toHaveCount(0)
  await checkPage(page, info, 'late')

  const places = () => Promise.all([/^Expired/, /^Live/, /^Next/].map((name) => place(page, name)))
  const before = await places()
  release()
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/\d\dm \d\ds/)
  // A card that is drawn again at this moment has no place.
  await expect.poll(places).toEqual(before)
})

/**
 * Position without height: a card may grow downwards by a notice about a refund. From the top of the main
 * part, which the banner pushes down when nothing responds for some seconds.
 */
async function place(page: Page, name: RegExp) {
  const [main, box] = await Promise.all([
    page.getByRole('main').boundingBox(),
    page.getByRole('region', { name }).boundingBox(),
  ])
  return main && box && { x: box.x, y: box.y - main.y, width: box.width }
}

/**
 * Delays the game's responses.
 *
 * @returns A function that releases them.
 */
async function holdResponses(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/(api|healthz)/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
