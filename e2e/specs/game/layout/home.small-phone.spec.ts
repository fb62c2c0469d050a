import { expect, type Locator } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { expectLayout } from '../../../support/page/layout-problems.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, takePicture } from '../../../support/visitor/page-actions.ts'

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
    const { y } = await boxOf(toast.locator('../../../..'))
    expect(y).toBeGreaterThan(timer.y + timer.height)
  }
})

for (const size of [
  { width: 320, height: 568 },
  { width: 390, height: 664 },
  { width: 768, height: 1024 },
  { width: 1280, height: 720 },
]) {
  test(`the first screen of ${size.width} x ${size.height} px is enough to bet`, async ({
    browser,
  }, info) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const visitor = await visitGame(browser, chain, { isTouch: size.width < 1_000 })
    const { page } = visitor
    await page.setViewportSize(size)
    await connectWallet(visitor)
    const bar = page.getByRole('group', { name: `Bet on round #${await chain.openEpoch()}` })
    const inSight = [
      bar.getByRole('button', { name: /^UP/ }),
      bar.getByRole('button', { name: /^DOWN/ }),
      page.getByRole('timer').first(),
    ]
    for (const part of inSight) await expect(part).toBeInViewport({ ratio: 1 })
    await takePicture(page, info, `first-screen-${size.width}`)
    await bar.getByRole('button', { name: /^UP/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Predict UP' })
    await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.1')
    await dialog.getByRole('button', { name: 'Confirm UP' }).click()
    const entered = bar.getByRole('button', { name: /^(You are in: UP 0\.1000|UP .*0\.1 BNB)$/ })
    await expect(entered).toBeInViewport({ ratio: 1 })
    await expect(entered).toBeFocused()
    await expectLayout(page, `the bar at ${size.width} px`)
  })
}

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

test('large amounts do not scroll sideways', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const visitor = await visitGame(browser, chain, { coins: '23456' })
  const { page, dialog } = visitor
  const checkWidths = async (name: string, shown: Locator) => {
    await expect(shown).toBeVisible()
    for (const width of [320, 360, 390, 768]) {
      await page.setViewportSize({ width, height: 740 })
      await shown.scrollIntoViewIfNeeded()
      await takePicture(page, info, `${name}-${width}`)
      await expectLayout(page, `${name} at ${width} px`)
    }
  }
  await connectWallet(visitor)
  await bet(page, 'DOWN', '12345.6789')
  await expect(page.getByText('Bet DOWN Successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await placeBet(chain, 'UP', '900')
  await checkWidths('card', page.locator('[data-card="next"]'))
  const epoch = await chain.openEpoch()
  await chain.lockOpenRound(861_00000000n)
  await chain.lockOpenRound(862_00000000n)
  await chain.untilSettled(epoch + 1, 862_00000000n)
  await checkWidths('result', page.getByRole('region', { name: 'Your result' }))
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Enter UP' }).first().click()
  const amount = dialog.getByRole('textbox', { name: 'Amount' })
  await amount.fill('9999.123456789')
  await checkWidths('bet', dialog.getByText('You get if you win'))
  await page.setViewportSize({ width: 320, height: 740 })
  expect(await amount.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  await page.keyboard.press('Escape')
  await page.locator('[data-balance]').click()
  await checkWidths('account', dialog.getByText(/^1\d{4}\.\d/).first())
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Stats' }).click()
  await checkWidths('stats', dialog.getByText('\u221212345.6789').first())
  await dialog.getByRole('tab', { name: 'Leaderboard' }).click()
  await dialog.getByRole('radio', { name: 'All time' }).check({ force: true })
  const row = dialog.getByRole('row', { name: /You/ })
  await checkWidths('leaderboard', row.getByText('\u221212345.6789'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'History' }).click()
  await dialog.getByRole('button', { name: /#\d+/ }).first().click()
  await checkWidths('history', dialog.getByText('-12345.6789').first())
  await page.goto('/direct-bet')
  await page.getByRole('textbox').first().fill('9999.123456789')
  await checkWidths('direct-bet', page.getByRole('button', { name: 'UP (看涨)' }))
})
