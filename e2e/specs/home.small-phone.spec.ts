import { expect, type Locator } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { connectWallet, visitGame } from '../support/game-visitor.ts'
import { bet } from '../support/page-actions.ts'
import { test } from '../support/test.ts'

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not on screen')
  return box
}

test('a toast covers neither the price nor the time left', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const visitor = await visitGame(browser, chain, { isTouch: true })
  const { page } = visitor
  await page.setViewportSize({ width: 360, height: 740 })
  await connectWallet(visitor)
  await bet(page, 'UP', '0.1')
  const toast = page.getByText('Bet UP Successfully')
  await expect(toast).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  // While it is hovered it stays.
  await toast.hover()
  for (const scrollY of [0, 500]) {
    await page.evaluate((y) => window.scrollTo(0, y), scrollY)
    const timer = await boxOf(page.getByRole('timer').first())
    const { y } = await boxOf(toast.locator('../..'))
    expect(y).toBeGreaterThan(timer.y + timer.height)
  }
})

test('the button that closes the guide is in sight on a small phone', async ({ browser }) => {
  const chain = await openChainDriver()
  const { page, dialog } = await visitGame(browser, chain, { isTouch: true })
  await page.setViewportSize({ width: 320, height: 568 })
  await page.getByRole('banner').getByRole('button', { name: 'How to play' }).click()
  const close = dialog.getByRole('button', { name: 'Got it' })
  await expect(close).toBeInViewport({ ratio: 1 })
  await close.click()
  await expect(dialog).toBeHidden()
})

test('the leaderboard does not scroll sideways on a small phone', async ({ browser }) => {
  const chain = await openChainDriver()
  const { page, dialog } = await visitGame(browser, chain)
  await page.setViewportSize({ width: 320, height: 568 })
  await page.getByRole('button', { name: 'Stats' }).click()
  await dialog.getByRole('tab', { name: 'Leaderboard' }).click()
  await expect(dialog.getByRole('radio', { name: 'Staked' })).toBeVisible()
  const hidden = await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden).toBe(0)
})
