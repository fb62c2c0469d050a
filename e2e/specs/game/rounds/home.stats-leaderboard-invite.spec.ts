import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet } from '../../../support/visitor/page-actions.ts'

test('a visitor reads stats and leaderboard and invites a friend from the bottom drawer', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const host = await visitGame(browser, chain, { name: 'Host Wallet' })
  const friend = await visitGame(browser, chain, { name: 'Friend Wallet' })
  const { page } = host
  const button = page.getByRole('button', { name: 'Stats' })
  await button.click()
  const tray = page.getByRole('dialog', { name: 'Your game' })
  await expect(tray).toContainText('Please connect wallet to view stats')
  expect((await tray.boundingBox())?.height).toBe(320)
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await connectWallet(host)
  await connectWallet(friend)
  await button.click()
  await expect(tray.getByRole('tabpanel')).toContainText('No stats')
  await page.keyboard.press('Escape')
  await bet(page, 'UP', '1')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await bet(friend.page, 'DOWN', '2')
  await expect(friend.page.getByText('Bet DOWN Successfully')).toBeVisible()
  await chain.lockOpenRound(860_00000000n)
  await chain.lockOpenRound(861_00000000n)
  await chain.untilSettled(epoch + 1, 861_00000000n)

  await button.click()
  const stats = tray.getByRole('tabpanel', { name: 'Stats' })
  await expect(stats).toContainText('1 / 1')
  await expect(stats).toContainText('100%')
  // 3 BNB less 3 percent, less the stake.
  const figures = stats.getByRole('definition')
  await expect(figures.filter({ hasText: '+1.9100' })).toHaveCount(3)
  await expect(stats).toContainText('+1.9100 BNB after 1 round')
  await expect(stats).toContainText(`#${epoch}, 2.91x`)

  await checkPage(page, info, 'stats')
  await page.getByRole('tab', { name: 'Stats' }).focus()
  await page.keyboard.press('ArrowRight')
  const board = tray.getByRole('table', { name: 'Leaderboard' })
  await tray.getByRole('radio', { name: 'All time' }).check({ force: true })
  await expect(board.getByRole('row', { name: /You/ })).toContainText('+1.9100')
  await checkPage(page, info, 'leaderboard')
  await page.keyboard.press('Escape')
  await button.click()
  await page.getByRole('tab', { name: 'Invite' }).click()
  await expect(tray.getByLabel('Your invitation link')).toHaveValue(/\?refer_code=\w{40}$/)
  await checkPage(page, info, 'invite')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await tray.getByRole('button', { name: 'Copy link' }).click()
  await expect(tray.getByRole('button', { name: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await expect(tray.getByLabel('Your invitation link')).toHaveValue(link)
})
