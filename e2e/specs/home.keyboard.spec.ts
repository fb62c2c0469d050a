import { expect, type Locator, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { comeBack, openPlayer } from '../support/player.ts'
import { test } from '../support/visit.ts'

const PRICE = 860_00000000n
const MOST_TABS = 40

test('a whole round is played with Tab, Enter and Escape alone', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  const { page, wallet } = await openPlayer(browser, chain, 'Key Wallet')
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await expect(button('Enter UP')).toBeEnabled()

  await press(page, button('Connect Wallet'))
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button('Connect Wallet')).toBeFocused()
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('dialog').getByRole('button', { name: wallet.name }))
  await expect(button(/^0x/)).toBeVisible()

  await press(page, button('Enter UP'))
  const amount = page.getByRole('dialog', { name: 'Predict UP' }).getByRole('spinbutton')
  await expect(amount).toBeFocused()
  await page.keyboard.type('1')
  await tabTo(page, button('Confirm UP'))
  await expectRing(button('Confirm UP'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await chain.lockOpenRound(PRICE)
  await chain.lockOpenRound(PRICE + 1n)
  await expect.poll(() => chain.strikePrice(epoch + 1)).toBe(PRICE + 1n)
  await comeBack(page)
  await expect(button(/^Collect/)).toBeVisible()

  await press(page, button(/^History/))
  await press(page, page.getByRole('dialog').getByRole('button', { name: new RegExp(`#${epoch}`) }))
  await expect(page.getByRole('dialog')).toContainText('Your direction')
  await page.keyboard.press('Escape')
  await expect(button(/^History/)).toBeFocused()
  await press(page, button(/^Collect/))
  await expect(page.getByText('Claim successful')).toBeVisible()
})

/** Goes to a control by Tab and presses Enter there. */
async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control)
  await page.keyboard.press('Enter')
}

async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible()
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${MOST_TABS} Tabs do not lead to ${control}`)
}

/** The focus can be seen. */
async function expectRing(control: Locator): Promise<void> {
  const { style, width } = await control.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return { style: outlineStyle, width: Number.parseFloat(outlineWidth) }
  })
  expect(style).toBe('solid')
  expect(width).toBeGreaterThanOrEqual(2)
}
