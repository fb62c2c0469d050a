import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { horizontalOverflow } from '../../../support/page/layout-problems.ts'
import { unreadableTexts } from '../../../support/page/text-layout.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet } from '../../../support/visitor/page-actions.ts'

const WIDTHS = { from: 280, to: 3_840, step: 40 }

/** Walks through all widths of a window. Returns the elements that do not fit, by width. */
async function misfits(page: Page): Promise<Record<number, string[]>> {
  const found: Record<number, string[]> = {}
  for (let width = WIDTHS.from; width <= WIDTHS.to; width += WIDTHS.step) {
    await page.setViewportSize({ width, height: 900 })
    const texts = await unreadableTexts(page)
    const pixels = await horizontalOverflow(page)
    if (pixels > 0) texts.push(`the page is ${pixels} px too wide`)
    if (texts.length > 0) found[width] = texts
  }
  return found
}

test('no text is cut or covered at any width from 280 to 3840 px', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Rich Wallet', coins: '98765.4321098' })
  const { page } = player
  await connectWallet(player)
  await expect(page.getByText(/^98,?765\.43/).first()).toBeAttached()
  await bet(page, 'UP', '1234.5678')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await placeBet(chain, 'DOWN', '2345.6789')
  await chain.lockOpenRound(10_861_12340000n)
  await expect(page.locator('[data-card="live"]')).toContainText('1234.5678')
  expect(await misfits(page)).toEqual({})
})
