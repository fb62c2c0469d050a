import { type Browser, expect, type Locator, type Page, type TestInfo } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { expectLayout } from '../../../support/page/layout-problems.ts'
import { test } from '../../../support/test.ts'
import {
  connectWallet,
  type GameVisitor,
  visitGame,
} from '../../../support/visitor/game-visitor.ts'
import { bet, takePicture } from '../../../support/visitor/page-actions.ts'

/** The default font size of the visitor's browser: text at 200 % (WCAG 2.2, 1.4.4). */
const TEXT_SIZE = 32

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 900 },
  { width: 1440, height: 900 },
] as const

test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const textSize = `--blink-settings=defaultFontSize=${TEXT_SIZE}`
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), textSize] })
    },
    { scope: 'worker' },
  ],
})

test('at twice the text size nothing is cut and nothing scrolls sideways', async ({
  browser,
}, info) => {
  const { chain, player, check } = await visitWithCheck(browser, info)
  const { page, dialog } = player
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe(
    `${TEXT_SIZE}px`,
  )
  await playTwoRounds(player, chain)
  await check('result')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: 'Your result' })).toBeHidden()
  await check('home')

  await openWindow(page, 'Enter DOWN')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('1.25')
  await check('bet')
  await closeWindow(page, dialog)

  await openWindow(page, 'History')
  await dialog.getByRole('button', { name: /#\d+/ }).last().click()
  await check('history')
  await dialog.getByRole('radio', { name: 'Uncollected' }).check({ force: true })
  const claim = dialog.getByRole('button', { name: 'Claim All Winnings' })
  await check('uncollected')
  await claim.click({ trial: true })
  await closeWindow(page, dialog)

  await openWindow(page, 'Stats')
  await expect(dialog.getByText('Profit over time')).toBeVisible()
  await check('stats')
  await dialog.getByRole('tab', { name: 'Leaderboard' }).click()
  await expect(dialog.getByRole('table')).toBeVisible()
  await check('leaderboard')
  await dialog.getByRole('tab', { name: 'Invite' }).click()
  await expect(dialog.getByRole('textbox')).toHaveValue(/refer_code=/)
  await check('invite')
  await closeWindow(page, dialog)

  for (const name of ['How to play', 'Settings']) {
    await openWindow(page, name)
    await check(name)
    await closeWindow(page, dialog)
  }
  await page.goto('/direct-bet')
  await expect(page.getByRole('button', { name: 'UP (看涨)' })).toBeVisible()
  await check('direct-bet')
})

test('at twice the text size the wallet can be read and used', async ({ browser }, info) => {
  const { player, check } = await visitWithCheck(browser, info)
  const { page, dialog } = player
  await openWindow(page, 'Connect Wallet')
  await expect(dialog.getByRole('button', { name: player.wallet.name })).toBeVisible()
  const letters = await dialog
    .getByRole('heading', { name: 'Connect Wallet' })
    .evaluate((title) => getComputedStyle(title).fontSize)
  expect(letters).toBe(`${1.25 * TEXT_SIZE}px`)
  await check('connect')
  await dialog.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(dialog.getByText('It holds your keys')).toBeVisible()
  await check('what-is-a-wallet')
  await closeWindow(page, dialog)

  await connectWallet(player)
  await page.locator('[data-balance]').click()
  await expect(dialog.getByText('1234.567').first()).toBeVisible()
  await check('account')
  for (const view of ['Buy', 'Swap', 'Receive', 'Send']) {
    await dialog.getByRole('button', { name: view }).click()
    const back = dialog.getByRole('button', { name: 'Back' })
    await expect(back).toBeVisible()
    await check(view)
    await back.click()
  }
})

/** Opens the game for a visitor with a wallet, and returns a check of the screen at every size. */
async function visitWithCheck(browser: Browser, info: TestInfo) {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const player = await visitGame(browser, chain, {
    name: 'Big Letters Wallet',
    coins: '1234.56789',
  })
  const check = (state: string) => checkSizes(player.page, info, state)
  return { chain, player, check }
}

async function checkSizes(page: Page, info: TestInfo, state: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await takePicture(page, info, `${state}-${size.width}`)
    await expectLayout(page, `${state} at ${size.width} px`)
  }
}

/** Leaves a win and a refund to collect. */
async function playTwoRounds(
  player: GameVisitor,
  chain: Awaited<ReturnType<typeof openChainDriver>>,
): Promise<void> {
  const { page } = player
  await connectWallet(player)
  await bet(page, 'UP', '12.3456')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await placeBet(chain, 'DOWN', '23.45')
  await chain.lockOpenRound(861_12340000n)
  await expect(page.getByRole('button', { name: 'Enter DOWN' })).toBeEnabled()
  await bet(page, 'DOWN', '1.5')
  await expect(page.getByText('Bet DOWN Successfully')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  const epoch = await chain.openEpoch()
  await chain.lockOpenRound(865_12340000n)
  await chain.untilSettled(epoch, 865_12340000n)
  await expect(page.getByRole('button', { name: /^Collect/ }).first()).toBeVisible()
}

/** The buttons of the top bar scroll away in a narrow window. */
async function openWindow(page: Page, name: string): Promise<void> {
  await page.setViewportSize(SIZES[2])
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
}

async function closeWindow(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
}
