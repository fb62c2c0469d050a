import { expect, type Page } from '@playwright/test'
import { test } from '../support/visit.ts'

test('a link names the new page, moves the focus there and never leaves a blank', async ({
  page,
}) => {
  const chunk = await holdBack(page)
  await page.goto('/')
  await expect(page).toHaveTitle('Bullring: will BNB go up or down?')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: /Direct bet/ }).click()
  await expect(page).toHaveURL(/\/direct-bet$/)
  // The old page stays while the new one is on its way.
  await chunk.asked
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  chunk.letGo()
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('直接下注 · Bullring')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Bullring', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Bullring: will BNB go up or down?')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a page that loads slowly says so in its language', async ({ page }) => {
  const chunk = await holdBack(page)
  await page.goto('/direct-bet')
  await expect(page.getByRole('status').filter({ hasText: '正在打开' })).toBeVisible()
  chunk.letGo()
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeVisible()
})

/** Keeps the direct page's code on its way until it is let go. */
async function holdBack(page: Page) {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(/direct-bet-page.*\.js/, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  return { asked: asked.promise, letGo: held.resolve }
}
