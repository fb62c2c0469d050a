import { expect, type Locator } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { pressByKey, tabTo } from '../../../support/page/keyboard.ts'
import { test } from '../../../support/test.ts'
import { visitGame } from '../../../support/visitor/game-visitor.ts'
import { nextCard, returnToTab } from '../../../support/visitor/page-actions.ts'

const PRICE = 860_00000000n

test('a round can be played with Tab, Enter and Escape', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  const { page, wallet } = await visitGame(browser, chain, { name: 'Key Wallet' })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await expect(button('Enter UP')).toBeEnabled()

  await page.keyboard.press('Tab')
  await expect(button('Skip to the rounds')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(button('Enter UP')).toBeFocused()

  await pressByKey(page, button('Connect Wallet'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button('Connect Wallet')).toBeFocused()
  await page.keyboard.press('Enter')
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: wallet.name }))
  await expect(button(/^0x/)).toBeVisible()

  await pressByKey(page, button('Enter UP'))
  const amount = page
    .getByRole('dialog', { name: 'Predict UP' })
    .getByRole('textbox', { name: 'Amount' })
  await expect(amount).toBeFocused()
  await page.keyboard.type('1')
  await tabTo(page, button('Confirm UP'))
  await expectRing(button('Confirm UP'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(nextCard(page).getByRole('button', { name: 'You are in: UP 1.0000' })).toBeFocused()

  await chain.lockOpenRound(PRICE)
  await chain.lockOpenRound(PRICE + 1n)
  await chain.untilSettled(epoch + 1, PRICE + 1n)
  await returnToTab(page)
  const collect = page
    .getByRole('region', { name: `Expired #${epoch}` })
    .getByRole('button', { name: /^Collect/ })
  await expect(collect).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Your result' })).toBeHidden()

  await pressByKey(page, button(/^History/))
  await pressByKey(
    page,
    page.getByRole('dialog').getByRole('button', { name: new RegExp(`#${epoch}`) }),
  )
  await expect(page.getByRole('dialog')).toContainText('Your direction')
  await page.keyboard.press('Escape')
  await expect(button(/^History/)).toBeFocused()
  await pressByKey(page, collect)
  await expect(page.getByText('Claim successful')).toBeVisible()
})

/** Checks that the focus is visible. */
async function expectRing(control: Locator): Promise<void> {
  const { style, width } = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return { style: outlineStyle, width: Number.parseFloat(outlineWidth) }
  })
  expect(style).toBe('solid')
  expect(width).toBeGreaterThanOrEqual(2)
}
