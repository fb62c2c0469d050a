import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'

test('a link moves title and focus to the new page and never shows a blank one', async ({
  page,
}) => {
  const chunk = await holdChunk(page)
  // The title omits a price older than 90 s, which a stack that started slowly may have.
  const chain = await openChainDriver()
  await chain.pushPrice(860_50000000n)
  await page.goto('/')
  await expect(page).toHaveTitle(/^\d+:\d\d .*\$\d+\.\d\d · Bullring$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: /Direct bet/ }).click()
  await expect(page).toHaveURL(/\/direct-bet$/)
  // The old page stays until the new one has loaded.
  await chunk.requested
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  chunk.release()
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('直接下注 · Bullring')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Bullring', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle(/^\d+:\d\d .*\$\d+\.\d\d · Bullring$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a slow page shows a loading message in its language', async ({ page }) => {
  const chunk = await holdChunk(page)
  await page.goto('/direct-bet')
  await expect(page.getByRole('status').filter({ hasText: '正在打开' })).toBeVisible()
  chunk.release()
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeVisible()
})

test('the footer names the version, and its changes open beside the game', async ({ page }) => {
  await page.goto('/')
  const link = page.getByRole('link', { name: /^Version \d+\.\d+\.\d+/ })
  const [changes] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await expect(changes.locator('body')).toContainText('## [Unreleased]')
})

test('the back button closes the window on top and leaves no entries behind', async ({ page }) => {
  const dialog = page.getByRole('dialog')
  const open = async (name: RegExp) => {
    await page.getByRole('button', { name }).first().click()
    await expect(dialog).toBeVisible()
  }
  await page.goto('/direct-bet')
  await page.getByRole('link', { name: 'Bullring' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  for (const name of [/^History/, /^Stats/, /^Connect Wallet/]) {
    await open(name)
    await page.goBack()
    await expect(dialog, `${name} after back`).toBeHidden()
    await expect(page).toHaveURL(/\/$/)
  }
  // The entry of a closed window leads nowhere.
  await page.goForward()
  await expect.poll(() => page.evaluate(() => window.history.state)).toBeNull()
  await expect(dialog).toBeHidden()

  await open(/^Stats/)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await open(/^History/)
  await expect.poll(() => page.evaluate(() => window.history.state)).toEqual({ windows: 1 })
  await page.reload()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.history.state)).toBeNull()
  await page.goBack()
  await expect(page).toHaveURL(/\/direct-bet$/)
})

/** Delays the direct page's code until it is released. */
async function holdChunk(page: Page) {
  const requested = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(/direct-bet-page.*\.js/, async (route) => {
    requested.resolve()
    await held.promise
    await route.continue()
  })
  return { requested: requested.promise, release: held.resolve }
}
