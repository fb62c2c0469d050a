import { expect } from '@playwright/test'
import { test } from './visit.ts'

const CHUNK_DELAY_MS = 1_000

test('a link names the new page, moves the focus there and never leaves a blank', async ({
  page,
}) => {
  await page.route(/direct-bet-page.*\.js/, async (route) => {
    await new Promise((done) => setTimeout(done, CHUNK_DELAY_MS))
    await route.continue()
  })
  await page.goto('/')
  await expect(page).toHaveTitle('Bullring: will BNB go up or down?')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.getByRole('link', { name: /Direct bet/ }).click()
  await expect(page).toHaveURL(/\/direct-bet$/)
  // The old page stays while the new one is on its way.
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible({ timeout: 100 })
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('直接下注 · Bullring')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Bullring', level: 1 })).toBeFocused()
  await expect(page).toHaveTitle('Bullring: will BNB go up or down?')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test('a page that loads slowly says so in its language', async ({ page }) => {
  await page.route(/direct-bet-page.*\.js/, async (route) => {
    await new Promise((done) => setTimeout(done, CHUNK_DELAY_MS))
    await route.continue()
  })
  await page.goto('/direct-bet')
  await expect(page.getByRole('status').filter({ hasText: '正在打开' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeVisible()
})
