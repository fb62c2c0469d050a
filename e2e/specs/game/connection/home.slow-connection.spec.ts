import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { returnToTab } from '../../../support/visitor/page-actions.ts'

/** Longer than the 3 s between two polls after a round closes. */
const DELAY_MS = 5_000

test('the next round appears over a slow connection too', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  // Without the stream, whose events arrive without a request.
  await page.route('**/api/stream*', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()

  await delayResponses(page)
  await chain.lockOpenRound(861_00000000n)
  await returnToTab(page)
  await expect(page.getByRole('region', { name: `Next #${epoch + 1}` })).toBeVisible()
  const live = page.getByRole('region', { name: `Live #${epoch}` })
  await expect(live).toContainText('$861.0000')
})

async function delayResponses(page: Page): Promise<void> {
  await page.route(/\/api\/(?!stream)/, async (route) => {
    await new Promise((done) => setTimeout(done, DELAY_MS))
    // The page may have given up on it.
    await route.continue().catch(() => undefined)
  })
}
