import { expect } from '@playwright/test'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'

test('a page shows that the game is unreachable and opens once it is back', async ({
  page,
}, info) => {
  await page.route('/config.json', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('The game is not responding')
  await expect(page).toHaveTitle('The game is not responding · Bullring')
  await checkPage(page, info, 'no-answer')
  await page.unroute('/config.json')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
})

test('a page shows that its files failed to load and opens after a reload', async ({
  page,
}, info) => {
  await page.route(/start-app.*\.js/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Part of the page did not load')
  await checkPage(page, info, 'no-files')
  await page.unroute(/start-app.*\.js/)
  await page.reload()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
})

test('a broken page shows an error in its language, leaves the other page working, and recovers on reload', async ({
  page,
}, info) => {
  await page.route(/direct-bet-page.*\.js/, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: /Direct bet/ }).click()
  await expect(page.getByRole('alert')).toContainText('本页出现问题')
  await expect(page).toHaveTitle('本页出现问题 · Bullring')
  await checkPage(page, info, 'broken')

  await page.goBack()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  await expect(page).toHaveTitle(/Bullring/)
  await page.goForward()
  await expect(page.getByRole('alert')).toContainText('本页出现问题')
  await page.unroute(/direct-bet-page.*\.js/)
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeVisible()
})
