import { type Browser, expect, type Page } from '@playwright/test'
import { parseEther } from 'viem'
import { driveChain, setBalance } from '../../../support/chain/chain-driver.ts'
import { readStack } from '../../../support/stack/described-stack.ts'
import { test } from '../../../support/test.ts'
import {
  bet,
  returnToTab,
  takePicture,
  untilWindowsLeft,
} from '../../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../../support/visitor/returning-visitor.ts'
import { installBatchingWallet } from '../../../support/wallet/batching-wallet.ts'

/** Returns the controls of the top bar that are cut by the window or covered by another one. */
function misplacedControls(page: Page): Promise<string[]> {
  return page
    .getByRole('banner')
    .first()
    .locator('button, select')
    .evaluateAll((controls) => {
      const boxes = controls
        .map((control) => ({ control, box: control.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1)
      const isCovered = (at: DOMRect, index: number) =>
        boxes
          .slice(0, index)
          .some(
            ({ box }) =>
              at.left < box.right - 1 &&
              box.left < at.right - 1 &&
              at.top < box.bottom - 1 &&
              box.top < at.bottom - 1,
          )
      return boxes
        .filter(({ box }, index) => box.left < 0 || box.right > innerWidth || isCovered(box, index))
        .map(({ control }) => control.getAttribute('aria-label') ?? control.textContent ?? '')
    })
}

/** Returns whether the balance is shown, in a bar that has not grown by a line, which would cover the countdown. */
function isBalanceShown(page: Page): Promise<boolean> {
  return page
    .locator('[data-balance] b')
    .first()
    .evaluate((amount) => {
      for (let at: Element | null = amount; at; at = at.parentElement) {
        const { clipPath, display } = getComputedStyle(at)
        if (clipPath.includes('inset(50%)') || display === 'none') return false
      }
      const { left, right, width } = amount.getBoundingClientRect()
      const bar = amount.closest('header > div')
      if (bar === null) return false
      // A line is 36 px high. A line's own height may exceed its share by some.
      const hasGrown = bar.clientHeight > Number.parseFloat(getComputedStyle(bar).minHeight) + 20
      return !hasGrown && width > 1 && left >= 0 && right <= innerWidth
    })
}

type TwoMarkets = Awaited<ReturnType<typeof openTwoMarkets>>

async function openTwoMarkets() {
  const { url, btc, ...bnb } = await readStack()
  if (btc === null) throw new Error('The stack has two markets')
  return { url, bnb: driveChain(bnb), btc: driveChain({ ...bnb, market: btc }) }
}

/** Plays the open round of both markets to its end. With bets on one side only, the stakes are refunded. */
async function playRound({ bnb, btc }: TwoMarkets): Promise<void> {
  const epoch = await bnb.openEpoch()
  for (const price of [1n, 2n]) {
    await bnb.lockOpenRound(860_00000000n + price)
    await btc.pushPrice(64_000_00000000n + price)
  }
  await bnb.untilSettled(epoch + 1, 860_00000002n)
  await btc.untilSettled(epoch + 1, 64_000_00000002n)
}

test('a visitor bets in BTC and BNB, and collects from both in one history over all markets', async ({
  browser,
}, info) => {
  const markets = await openTwoMarkets()
  const { url } = markets
  await playRound(markets)
  const epoch = await markets.bnb.openEpoch()
  const page = await browser.newPage({ storageState: returningVisitor(url) })
  try {
    await page.goto(url)
    const market = page.getByRole('combobox', { name: 'Market' })
    await expect(page.getByRole('region', { name: 'BNB/USD price' })).toContainText('$')
    await market.focus()
    await market.selectOption('BTC')
    await expect(page).toHaveURL(`${url}/?market=BTC`)
    await expect(market).toBeFocused()
    await expect(page.getByRole('region', { name: 'BTC/USD price' })).toContainText('$6')
    await expect(page.getByText('generated prices')).toBeVisible()

    await page.getByRole('button', { name: 'Enter UP' }).click()
    await page.getByRole('button', { name: /play money/i }).click()
    // The side that was chosen before the login.
    const betting = page.getByRole('dialog', { name: 'Predict UP' })
    await expect(betting.getByText(/10\.0000/).first()).toBeVisible()
    await betting.getByRole('textbox', { name: 'Amount' }).fill('0.5')
    await betting.getByRole('button', { name: 'Confirm UP' }).click()
    await expect(page.getByRole('region', { name: `Next #${epoch}` })).toContainText('0.5000')
    await takePicture(page, info, 'bet-in-btc')
    for (let width = 280; width <= 1_160; width += 40) {
      await page.setViewportSize({ width, height: 740 })
      expect(await misplacedControls(page), `top bar at ${width} px`).toEqual([])
      if (width >= 320) expect(await isBalanceShown(page), `balance at ${width} px`).toBe(true)
    }
    await takePicture(page, info, 'top-bar')
    await page.setViewportSize({ width: 1440, height: 900 })
    const history = page.getByRole('dialog', { name: /History/ })
    await page.getByRole('button', { name: 'History' }).click()
    await expect(history).toContainText(`#${epoch}`)
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)

    await market.selectOption('BNB')
    await expect(page).toHaveURL(`${url}/`)
    await expect(page.getByRole('region', { name: 'BNB/USD price' })).toContainText('$')
    await page.getByRole('button', { name: 'History' }).click()
    await expect(history).toBeVisible()
    await expect(history).not.toContainText(`#${epoch}`)
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)

    await page.goBack()
    await expect(market).toHaveValue('BTC')
    await expect(page.getByRole('region', { name: `Next #${epoch}` })).toContainText('0.5000')

    await market.selectOption('BNB')
    await expect(page.getByRole('region', { name: 'BNB/USD price' })).toContainText('$')
    await bet(page, 'UP', '0.25')
    await expect(page.getByRole('region', { name: `Next #${epoch}` })).toContainText('0.2500')
    await playRound(markets)
    await returnToTab(page)
    await expect(page.getByRole('region', { name: `Expired #${epoch}` })).toBeVisible()

    await page.getByRole('button', { name: /^History/ }).click()
    await history.getByRole('radio', { name: 'All markets' }).check({ force: true })
    const row = (symbol: string) =>
      history.getByRole('button', { name: new RegExp(`${symbol} #${epoch}`) })
    await expect(row('BNB')).toContainText('REFUND')
    await expect(row('BTC')).toContainText('REFUND')
    await takePicture(page, info, 'history-over-all')
    await history.getByRole('radio', { name: 'Uncollected' }).check({ force: true })
    await expect(history).toContainText('0.7500 BNB')
    await history.getByRole('button', { name: 'Claim All Winnings' }).click()
    await expect(page.getByText('Claim successful')).toBeVisible()
    await expect(page.getByText(/^\+\d+\.\d{4} BNB collected$/)).toBeVisible()
    await expect(history).toContainText('No uncollected winnings')

    await history.getByRole('radio', { name: 'All', exact: true }).check({ force: true })
    await row('BTC').click()
    await history.getByRole('button', { name: 'Show round and proof' }).click()
    await expect(page).toHaveURL(
      ({ searchParams }) =>
        `${searchParams.get('round')} ${searchParams.get('market')}` === `${epoch} BTC`,
    )
    await expect(page.getByRole('dialog', { name: new RegExp(`#${epoch}`) })).toBeVisible()
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)
    await expect(market).toHaveValue('BTC')

    // Chosen before the switch, for every list and sum.
    await page.getByRole('button', { name: 'Stats' }).click()
    const tray = page.getByRole('dialog', { name: 'Your game' })
    await expect(tray.getByRole('radio', { name: 'All markets' })).toBeChecked()
    await tray.getByRole('tab', { name: 'Leaderboard' }).click()
    // Whether the replayed first round was decided depends on when the oracle reported.
    const ranks = tray.getByRole('table').or(tray.getByText('No one here yet'))
    await expect(ranks).toBeVisible()
    await takePicture(page, info, 'leaderboard-over-all')
    await playWithBatches(browser, markets)
  } finally {
    await page.close()
  }
})

/** A wallet of another maker runs several calls as one (EIP-5792): one approval instead of several transactions. */
async function playWithBatches(browser: Browser, markets: TwoMarkets): Promise<void> {
  const { url, bnb } = markets
  const context = await browser.newContext({ storageState: returningVisitor(url) })
  const wallet = await installBatchingWallet(context, bnb.rpcUrl, 'Safe House')
  await setBalance(bnb.rpcUrl, wallet.address, parseEther('5'))
  const page = await context.newPage()
  try {
    await page.goto(url)
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Safe House' }).click()
    const shown = new RegExp(`${wallet.address.slice(0, 6)}.{1,3}${wallet.address.slice(-4)}`)
    await expect(page.getByRole('button', { name: shown })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const first = await bnb.openEpoch()
    await betIn(page, 'BNB', first, '0.5')
    await betIn(page, 'BTC', first, '0.25')
    await playRound(markets)
    await returnToTab(page)
    await expect(page.getByRole('region', { name: `Expired #${first}` })).toBeVisible()

    await page.getByRole('button', { name: /^History/ }).click()
    const history = page.getByRole('dialog', { name: /History/ })
    await history.getByRole('radio', { name: 'All markets' }).check({ force: true })
    await history.getByRole('radio', { name: 'Uncollected' }).check({ force: true })
    await expect(history).toContainText('0.7500 BNB')
    await history.getByRole('button', { name: 'Claim All Winnings' }).click()
    await expect(page.getByText(/^\+\d+\.\d{4} BNB collected$/)).toBeVisible()
    const { market: btcMarket } = markets.btc
    const contracts = () => wallet.batches.at(-1)?.map(({ to }) => to.toLowerCase())
    const both = [bnb.market.prediction, btcMarket.prediction].map((one) => one.toLowerCase())
    expect(contracts()?.toSorted()).toEqual(both.toSorted())
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)

    const second = await bnb.openEpoch()
    await betIn(page, 'BNB', second, '0.5')
    await playRound(markets)
    await returnToTab(page)
    await expect(page.getByRole('button', { name: /History.*1/ })).toBeVisible()
    await betIn(page, 'BNB', await bnb.openEpoch(), '0.75')
    expect(contracts()).toEqual([both[0], both[0]])
    await expect(page.getByRole('button', { name: /History.*1/ })).toBeHidden()
    expect(wallet.batches).toHaveLength(5)
  } finally {
    await context.close()
  }
}

/** Bets UP on the open round of a market, and collects its uncollected bets with it. */
async function betIn(page: Page, symbol: string, epoch: number, amount: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Market' }).selectOption(symbol)
  await expect(page.getByRole('region', { name: `${symbol}/USD price` })).toContainText('$')
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await bet(page, 'UP', amount)
  await expect(page.getByText('Bet UP Successfully').first()).toBeVisible()
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toContainText(`${amount}`)
}
