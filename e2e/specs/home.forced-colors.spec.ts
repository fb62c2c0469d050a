import { expect } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { openVisitor } from '../support/game-visitor.ts'
import { takePicture } from '../support/page-actions.ts'
import { test } from '../support/test.ts'

test('forced colors draw the price line and surround the wallet modal', async ({
  browser,
}, info) => {
  const { page, dialog } = await openVisitor(browser, await openChainDriver())
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.goto('/')
  const text = await page.evaluate(() => getComputedStyle(document.body).color)
  const shapes = page.getByRole('region', { name: 'BNB/USD Chart' }).locator('svg path')
  const strokes = () => shapes.evaluateAll((all) => all.map((one) => getComputedStyle(one).stroke))
  await expect.poll(strokes).toContain(text)
  await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).click()
  const heading = dialog.getByRole('heading', { name: 'Connect Wallet' })
  await expect(heading).toBeVisible()
  await takePicture(page, info, 'forced-colors')
  await expect(page.locator('dialog[open] > div').first()).toHaveCSS('outline-style', 'solid')
})
