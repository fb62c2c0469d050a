import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { currentStack, portOf } from '../../../support/stack/stacks.ts'
import { openStallingLine } from '../../../support/stack/stalling-line.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { untilLive } from '../../../support/visitor/page-actions.ts'

/** Sooner than the next poll after 30 s. */
const SOON = { timeout: 20_000 }

test('a page says that it is offline and catches up when it is back', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Train Wallet' })
  const { page } = player
  await untilLive(page)
  await connectWallet(player)
  const next = page.getByRole('region', { name: `Next #${epoch}` })
  await expect(next).toContainText('0.0000')

  await page.getByRole('button', { name: 'Enter UP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Predict UP' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Confirm UP' }).click()
  await expect(page.getByText('Bet Bull failed: No connection. Nothing was sent.')).toBeVisible(
    SOON,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByText('No connection to the game.')).toBeVisible(SOON)
  await expect(next).toContainText('No connection')
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeDisabled()
  await expect(page.getByText(/Last update .* ago/)).toBeVisible(SOON)
  await placeBet(chain, 'DOWN', '0.75')
  await page.context().setOffline(false)
  await expect(page.getByText('No connection to the game.')).toBeHidden(SOON)
  await expect(next).toContainText('0.7500', SOON)
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()

  // Live events arrive again.
  await chain.lockOpenRound(861_00000000n)
  await expect(page.getByRole('region', { name: `Live #${epoch}` })).toContainText(
    '$861.0000',
    SOON,
  )
})

// R-LIVE-4 allows 4 s, which open-live-stream.test.ts proves with a fake clock: a busy machine is slower.
test('a page notices that its line stalls without closing', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  await using line = await openStallingLine(portOf(currentStack()))
  await page.goto(line.url)
  const price = page.getByRole('region', { name: 'BNB/USD price' })
  await expect(price).toContainText(/live\d+ s ago/)
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()

  // Heartbeats keep a quiet line alive.
  await page.waitForTimeout(6_000)
  await expect(price).toContainText('live')
  await expect(page.getByText('No connection to the game.')).toBeHidden()

  line.stall()
  await expect(page.getByText('No connection to the game.')).toBeVisible(SOON)
  await expect(price).toContainText('no connection')
  await expect(page.getByText(/Last update .* ago/)).toBeVisible()
  await expect.poll(() => page.evaluate(filterAround, `Next #${epoch}`)).toBe('grayscale(1)')

  await chain.pushPrice(860_50000000n)
  line.resume()
  await expect(page.getByText('No connection to the game.')).toBeHidden(SOON)
  await expect(price).toContainText('$860.5000', SOON)
  await expect(price).toContainText('live', SOON)
})

/** Runs in the page: the filter of a card's surroundings. */
function filterAround(name: string): string {
  const headings = [...document.querySelectorAll('h3')]
  let element: Element | null = headings.find(({ textContent }) => textContent === name) ?? null
  while (element !== null && getComputedStyle(element).filter === 'none') {
    element = element.parentElement
  }
  return element === null ? 'none' : getComputedStyle(element).filter
}
