import { expect } from '@playwright/test'
import { test } from './visit.ts'

test('wallets that do not load are told of, and come with the next click', async ({ page }) => {
  await page.goto('/')
  await page.route('**/wallet-modal-*.js', (route) => route.abort())
  const button = page.getByRole('button', { name: 'Connect Wallet' })
  await button.click()
  await expect(page.getByText('The wallets could not be loaded.')).toBeVisible()
  await expect(button).toBeEnabled()

  await page.unroute('**/wallet-modal-*.js')
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
  const playMoney = dialog.getByRole('button', { name: /^Play money wallet/ })
  await expect(playMoney).toContainText('Coins without value')
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
