import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

test('a newcomer without a wallet gets play money and bets', async ({ page }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  await page.goto('/')
  await page.getByRole('button', { name: 'Enter DOWN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Wallet' })
  await expect(dialog.getByText('Please connect wallet first')).toBeVisible()
  await expect(dialog.getByRole('button', { name: /play money/i })).toBeVisible()
  await takePicture(page, info, 'connect')
  await dialog.getByRole('button', { name: /play money/i }).click()
  await expect(page.getByText(/10\.0000/).first()).toBeVisible()
  // The side that was chosen before the login.
  const betting = page.getByRole('dialog', { name: 'Predict DOWN' })
  await betting.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await betting.getByRole('button', { name: 'Confirm DOWN' }).click()
  await expect(page.getByText('Bet DOWN Successfully')).toBeVisible()
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toContainText('0.5000')

  await page.reload()
  const address = page.getByRole('button', { name: /^0x.{4}.{1,3}.{4}/ })
  await address.click()
  await expect(address).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(address).toBeVisible()
})
