import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { expectClean, monitorPage } from '../../../support/page/page-monitor.ts'
import { test } from '../../../support/test.ts'
import { bet, untilWindowsLeft } from '../../../support/visitor/page-actions.ts'

test('both routes call only their own server and obey their policy', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const monitor = await monitorPage(page)
  const response = await page.goto('/')
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
  await page.getByRole('button', { name: 'Connect Wallet' }).click()
  await page.getByRole('button', { name: /play money/i }).click()
  await expect(page.getByText(/10\.0000/).first()).toBeVisible()
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog')).toContainText('UP')
  await page.keyboard.press('Escape')
  await untilWindowsLeft(page)
  await page.goto('/direct-bet')
  await expect(page.getByRole('button', { name: '断开连接' })).toBeVisible()
  await expect(page.getByText(/当前轮次 #\d+/)).toBeVisible()
  await page.getByRole('button', { name: 'UP (看涨)' }).click()
  await expect(page.getByText(/你已在轮次 #\d+ 下注/).first()).toBeVisible()
  await page.goto('/nowhere')
  await expect(page.getByRole('heading', { name: 'This seat is empty' })).toBeVisible()
  expectClean(monitor)
})

test('a foreign request and a foreign script are detected', async ({ page }) => {
  const monitor = await monitorPage(page)
  await page.goto('/nowhere')
  await page.evaluate(async () => {
    document.body.append(Object.assign(document.createElement('script'), { text: 'void 0' }))
    await fetch('http://127.0.0.1:9/').catch(() => undefined)
  })
  await expect.poll(() => monitor.violations.length).toBeGreaterThanOrEqual(2)
  expect(monitor.violations.join()).toMatch(/script-src.*connect-src|connect-src.*script-src/)
})
