import { expect, type Locator } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, nextCard, takePicture } from '../../../support/visitor/page-actions.ts'

/** Ambiguous amounts, and the field's text for them: none of them can be staked. */
const TYPED = [
  ['1 000,50', '1000.50'],
  ['1\u00a0000,50', '1000.50'],
  ['1\u2009000', '1000'],
  ['1e3', '1e3'],
  ['0x10', '0x10'],
  ['-1', '-1'],
] as const

async function placeOf(control: Locator) {
  const box = await control.boundingBox()
  if (box === null) throw new Error('The control is not on screen')
  return box
}

test.describe('a rejected bet', () => {
  test('declined in the wallet: says so and keeps the dialog open', async ({ browser }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const player = await visitGame(browser, chain, { name: 'Shy Wallet' })
    await connectWallet(player)
    player.wallet.decline(true)
    await bet(player.page, 'UP', '1')
    await expect(player.page.getByText('Transaction cancelled by user')).toBeVisible()
    await expect(player.page.getByRole('dialog', { name: 'Predict UP' })).toBeVisible()
  })

  test('second in a round: the buttons are disabled', async ({ browser }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const player = await visitGame(browser, chain, { name: 'Eager Wallet' })
    await connectWallet(player)
    await bet(player.page, 'UP', '1')
    await expect(player.page.getByText('Bet UP Successfully')).toBeVisible()
    await expect(
      nextCard(player.page).getByRole('button', { name: /^You are in: UP 1/ }),
    ).toBeDisabled()
    await expect(player.page.getByRole('button', { name: 'Enter DOWN' })).toBeDisabled()
  })

  test('below the minimum, or more than the balance: cannot be confirmed', async ({
    browser,
  }, info) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const player = await visitGame(browser, chain, { name: 'Poor Wallet', coins: '0.5' })
    await connectWallet(player)
    const { page } = player
    await page.getByRole('button', { name: 'Enter UP' }).click()
    const dialog = page.getByRole('dialog')
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    const confirm = dialog.getByRole('button', { name: /^Confirm/ })
    await expect(confirm).toBeDisabled()
    await amount.fill('0.0001')
    await expect(confirm).toBeDisabled()
    await amount.fill('0.6')
    await expect(dialog).toContainText('Insufficient BNB balance')
    await expect(confirm).toBeDisabled()
    await amount.fill('0.5')
    await dialog.getByRole('button', { name: 'Bet 0.4970 instead' }).click()
    await expect(amount).toHaveValue('0.497')
    await expect(confirm).toBeEnabled()

    for (const size of [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
      // Sizes with an open keyboard.
      { width: 390, height: 514 },
      { width: 360, height: 410 },
    ]) {
      await page.setViewportSize(size)
      await amount.scrollIntoViewIfNeeded()
      const { y } = await placeOf(confirm)
      await expect(confirm).toBeInViewport({ ratio: 1 })
      await expect(amount).toBeInViewport({ ratio: 1 })
      for (const text of ['', '0.1', '1.000,50', '0.5', '9'.repeat(60)]) {
        await amount.fill(text)
        expect((await placeOf(confirm)).y, `"${text}" at ${size.width} px`).toBe(y)
      }
      await dialog
        .getByRole('radio')
        .nth(size.width === 390 ? 1 : 0)
        .check()
      expect((await placeOf(confirm)).y).toBe(y)
      await takePicture(page, info, `bet-${size.width}x${size.height}`)
    }
  })

  test('a touch device opens the dialog without its keyboard', async ({ browser }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const player = await visitGame(browser, chain, { name: 'Thumb Wallet', isTouch: true })
    await connectWallet(player)
    await player.page.getByRole('button', { name: 'Enter UP' }).tap()
    const amount = player.page.getByRole('textbox', { name: 'Amount' })
    await expect(amount).toBeVisible()
    await expect(amount).not.toBeFocused()
  })

  test('an amount with a decimal comma: stakes what the field shows', async ({ browser }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const player = await visitGame(browser, chain, { name: 'Comma Wallet' })
    await connectWallet(player)
    const { page } = player
    await page.getByRole('button', { name: 'Enter UP' }).click()
    const dialog = page.getByRole('dialog', { name: 'Predict UP' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.fill('1.000,50')
    await expect(dialog.getByRole('alert')).toHaveText(
      'Please enter one plain number, for example 0.05',
    )
    await expect(amount).toHaveValue('1.000,50')
    await expect(dialog.getByRole('button', { name: /^Confirm/ })).toBeDisabled()
    await amount.fill('')
    await amount.pressSequentially('0,05')
    await expect(amount).toHaveValue('0.05')
    for (const typed of ['٠٫٠٥', '０，０５', '０。０５']) {
      await amount.fill('')
      await page.keyboard.insertText(typed)
      await expect(amount).toHaveValue('0.05')
      await expect(dialog.getByRole('button', { name: /^Confirm/ })).toBeEnabled()
    }
    for (const [typed, shown] of TYPED) {
      await amount.fill('')
      await page.keyboard.insertText(typed)
      await expect(amount).toHaveValue(shown)
      await expect(dialog.getByRole('button', { name: /^Confirm/ })).toBeDisabled()
    }
    await amount.fill('0,05')
    await amount.hover()
    await page.mouse.wheel(0, 200)
    await expect(amount).toHaveValue('0.05')
    await dialog.getByRole('button', { name: /^Confirm/ }).click()
    await expect(page.getByText(/: 0\.0500 BNB on round #/)).toBeVisible()
  })

  test('after the lock: says that the betting period has ended', async ({ browser }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const player = await visitGame(browser, chain, { name: 'Late Wallet' })
    await connectWallet(player)
    const { page } = player
    await page.getByRole('button', { name: 'Enter UP' }).click()
    const dialog = page.getByRole('dialog', { name: 'Predict UP' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('1')
    await chain.lockOpenRound(860_00000000n)
    await expect(page.getByText('Betting period for this round has ended')).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})
