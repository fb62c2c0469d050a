import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { lookAt } from '../support/look.ts'
import { test } from '../support/visit.ts'

test('a page whose numbers are late stands at once, and nothing moves when they come', async ({
  page,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const release = await holdAnswers(page)
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Next' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Connect Wallet' })).toBeEnabled()
  await expect(page.getByRole('button', { name: 'Enter UP' })).toHaveCount(0)
  await lookAt(page, info, 'late')

  const places = () => Promise.all([/^Expired/, /^Live/, /^Next/].map((name) => place(page, name)))
  const before = await places()
  release()
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/\d\dm \d\ds/)
  expect(await places()).toEqual(before)
})

/** A card may grow at its lower end, where a notice says why there is a refund. */
async function place(page: Page, name: RegExp) {
  const box = await page.getByRole('region', { name }).boundingBox()
  return box && { x: box.x, y: box.y, width: box.width }
}

/** Lets the game's answers wait. @returns what lets them go. */
async function holdAnswers(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/(api|healthz)/, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}
