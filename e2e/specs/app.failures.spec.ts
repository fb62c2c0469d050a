import { expect } from '@playwright/test'
import { lookAt } from '../support/look.ts'
import { test } from '../support/visit.ts'

test('a game that does not answer says so, and opens once it does', async ({ page }, info) => {
  await page.route('/config.json', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('The game does not answer')
  await expect(page).toHaveTitle('The game does not answer · Bullring')
  await lookAt(page, info, 'no-answer')
  await page.unroute('/config.json')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
})

test('a page whose files do not come says so, and opens when it is loaded again', async ({
  page,
}, info) => {
  await page.route(/start-app.*\.js/, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert')).toContainText('Part of the page failed to load')
  await lookAt(page, info, 'no-files')
  await page.unroute(/start-app.*\.js/)
  await page.reload()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
})

test('a page that breaks says so in its language, leaves the others whole, and a reload mends it', async ({
  page,
}, info) => {
  await page.route(/direct-bet-page.*\.js/, (route) => route.abort())
  await page.goto('/')
  await page.getByRole('link', { name: /Direct bet/ }).click()
  await expect(page.getByRole('alert')).toContainText('本页出现问题')
  await expect(page).toHaveTitle('本页出现问题 · Bullring')
  await lookAt(page, info, 'broken')

  await page.goBack()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toBeVisible()
  await expect(page).toHaveTitle('Bullring: will BNB go up or down?')
  await page.goForward()
  await expect(page.getByRole('alert')).toContainText('本页出现问题')
  await page.unroute(/direct-bet-page.*\.js/)
  await page.getByRole('button', { name: '重新加载' }).click()
  await expect(page.getByRole('heading', { name: '直接下注', level: 1 })).toBeVisible()
})
