import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'
import { startTestStack } from '@bullring/stack/testing/start-test-stack'
import { expect } from '@playwright/test'
import { bet, takePicture, untilWindowsLeft } from '../support/page-actions.ts'
import { returningVisitor } from '../support/returning-visitor.ts'
import { test } from '../support/test.ts'

/** Two markets, in a stack that only this test pays for. */
async function startTwoMarkets() {
  await using cleanup = new AsyncDisposableStack()
  const postgres = await startTemporaryPostgres({ isDurable: false })
  cleanup.defer(postgres.stop)
  const stack = await startTestStack({
    postgresUrl: postgres.adminUrl,
    roundSeconds: 600,
    playedRounds: 2,
    hasBtc: true,
    webRoot: new URL('../../apps/web/dist', import.meta.url).pathname,
  })
  cleanup.defer(stack.stop)
  const running = cleanup.move()
  return { url: stack.url, stop: () => running.disposeAsync() }
}

test('a visitor switches to BTC by keyboard, bets there, and finds the bet in that history only', async ({
  browser,
}, info) => {
  const { url, stop } = await startTwoMarkets()
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
    await expect(page.getByText(/10\.0000/).first()).toBeVisible()
    await bet(page, 'UP', '0.5')
    await expect(page.getByRole('region', { name: 'Next #3' })).toContainText('0.5000')
    await takePicture(page, info, 'bet-in-btc')
    const history = page.getByRole('dialog', { name: /History/ })
    await page.getByRole('button', { name: 'History' }).click()
    await expect(history).toContainText('#3')
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)

    await market.selectOption('BNB')
    await expect(page).toHaveURL(`${url}/`)
    await expect(page.getByRole('region', { name: 'BNB/USD price' })).toContainText('$')
    await page.getByRole('button', { name: 'History' }).click()
    await expect(history).toBeVisible()
    await expect(history).not.toContainText('#3')
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)

    await page.goBack()
    await expect(market).toHaveValue('BTC')
    await expect(page.getByRole('region', { name: 'Next #3' })).toContainText('0.5000')
  } finally {
    await page.close()
    await stop()
  }
})
