import { expect } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { expectClean, watchPage } from '../support/page-watch.ts'
import { bet } from '../support/player.ts'
import { test } from '../support/visit.ts'

test('both routes ask their own server alone and keep to their policy', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const watch = await watchPage(page)
  const answer = await page.goto('/')
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /play money/i }).click()
  await expect(page.getByText(/10\.0000/).first()).toBeVisible()
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog')).toContainText('UP')
  await page.goto('/direct-bet')
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  await expect(page.getByText(/BetAlreadyPlaced/).first()).toBeVisible()
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'This seat is empty' })).toBeVisible()
  expectClean(watch)
})

test('a foreign request or a foreign script would have been seen', async ({ page }) => {
  const watch = await watchPage(page)
  await page.goto('/nowhere')
  await page.evaluate(async () => {
    document.body.append(Object.assign(document.createElement('script'), { text: 'void 0' }))
    await fetch('http://127.0.0.1:9/').catch(() => undefined)
  })
  await expect.poll(() => watch.violations.length).toBeGreaterThanOrEqual(2)
  expect(watch.violations.join()).toMatch(/script-src.*connect-src|connect-src.*script-src/)
})
