import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet } from '../../../support/visitor/page-actions.ts'

test('a visitor whose browser blocks storage can bet', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Private Wallet' })
  const { page } = player
  await blockStorage(page)
  await page.goto('/?refer_code=friend-1')
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await connectWallet(player)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
})

test('a newcomer whose browser blocks storage gets play money', async ({ page }) => {
  await blockStorage(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /play money/i })
    .click()
  await expect(page.getByText(/10\.0000/).first()).toBeVisible()
})

/** Blocks storage as browsers do for visitors who block all site data. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
    }
  })
}
