import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { horizontalOverflow } from '../../../support/page/layout-problems.ts'
import { unreadableTexts } from '../../../support/page/text-layout.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

/** A window of 1280 x 720 at 200 % (WCAG 2.2, 1.4.4 and 1.4.10). */
const ZOOMED = { width: 640, height: 360 }

test('at 200 % zoom everything is reachable without scrolling sideways', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Big Letters Wallet' })
  const { page } = player
  await page.setViewportSize(ZOOMED)
  await page.reload()
  await connectWallet(player)
  expect(await horizontalOverflow(page)).toBe(0)
  for (const name of ['Price', 'Countdown', 'Rounds'] as const) {
    const part = page
      .getByRole('timer', { name })
      .or(page.getByRole('region', { name: new RegExp(name, 'i') }))
    await part.first().scrollIntoViewIfNeeded()
    await expect(part.first()).toBeInViewport()
  }

  await page.getByRole('button', { name: 'Enter DOWN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Predict DOWN' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1')
  expect(await horizontalOverflow(page)).toBe(0)
  await dialog.getByRole('button', { name: 'Confirm DOWN' }).click()
  await expect(page.getByText('Bet DOWN Successfully')).toBeInViewport()

  await page.getByRole('button', { name: 'History' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /#\d+/ })).toBeInViewport()
  await page.goto('/direct-bet')
  await expect(page.getByRole('button', { name: 'UP (看涨)' })).toBeVisible()
  expect(await horizontalOverflow(page)).toBe(0)
  // Zoom 400 %.
  await page.setViewportSize({ width: 320, height: 180 })
  expect(await horizontalOverflow(page)).toBe(0)
  expect(await unreadableTexts(page)).toEqual([])
})

test('a bet fits at 400 % zoom and on phones in landscape', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, { name: 'Small Window Wallet' })
  const { page } = player
  await connectWallet(player)
  // 1280 x 1024 at 400 %, and two phones.
  for (const size of [
    { width: 320, height: 256 },
    { width: 740, height: 360 },
    { width: 844, height: 390 },
  ]) {
    await page.setViewportSize(size)
    expect(await horizontalOverflow(page)).toBe(0)
    await takePicture(page, info, `home-${size.width}`)
    await page.getByRole('button', { name: 'Enter UP' }).click()
    const dialog = page.getByRole('dialog', { name: 'Predict UP' })
    const amount = dialog.getByRole('textbox', { name: 'Amount' })
    await amount.fill('0.1')
    await expect(amount).toBeInViewport({ ratio: 1 })
    await amount.click({ trial: true })
    await takePicture(page, info, `bet-${size.width}`)
    await dialog.getByRole('button', { name: 'Confirm UP' }).scrollIntoViewIfNeeded()
    await dialog.getByRole('button', { name: 'Confirm UP' }).click({ trial: true })
    expect(await horizontalOverflow(page)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})
