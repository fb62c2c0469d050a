import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { bet, connect, openPlayer } from '../support/player.ts'
import { test } from '../support/visit.ts'

test('a visitor whose browser refuses the page its storage plays all the same', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await openPlayer(browser, chain, 'Private Wallet')
  const { page } = player
  await refuseStorage(page)
  await page.goto('/?refer_code=friend-1')
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await connect(player)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
})

test('a newcomer whose browser refuses the page its storage gets play money', async ({ page }) => {
  await refuseStorage(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /play money/i })
    .click()
  await expect(page.getByText(/10\.0000/).first()).toBeVisible()
})

/** As browsers do for a visitor who blocks all site data. */
async function refuseStorage(page: Page): Promise<void> {
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
