import { roundTimes } from '@bullring/prediction/schedule'
import { toEpoch } from '@bullring/prediction/units'
import { mineAt } from '@bullring/stack/replay/warp'
import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../support/chain-driver.ts'
import { comeBack } from '../support/player.ts'
import { betElsewhere } from '../support/trader.ts'
import { test } from '../support/visit.ts'

const STREAM = /\/api\/stream/
const ROUNDS = /\/api\/(?:current-epoch|round-info|live-round)/
const PRICE = 860_00000000n
const LAST_SECONDS = 8
/** The last seconds and some polls of 3 s; the next ordinary poll comes 30 s after the one before. */
const AFTER_ZERO = { timeout: 25_000 }

test('without live events bets and rounds come by polling', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  await page.route(STREAM, (route) => route.abort())
  await page.goto('/')
  const next = page.getByRole('region', { name: `Next #${epoch}` })
  const live = page.getByRole('region', { name: `Live #${epoch - 1}` })
  await expect(next).toContainText('0.0000')
  // Until the strike is there the page asks more often.
  await expect(live).toContainText(/Locked Price\s*\$860/)
  await betElsewhere(chain, 'UP', '0.25')
  await expect(next).toContainText('0.2500')

  const lock = roundTimes(chain.schedule, toEpoch(epoch)).lockTimestamp
  await mineAt(chain.rpcUrl, lock - LAST_SECONDS)
  await expect.poll(() => indexedTime(page)).toBe(lock - LAST_SECONDS)
  await comeBack(page)
  await expect(page.getByRole('region', { name: `Next #${epoch + 1}` })).toBeVisible(AFTER_ZERO)
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/^0[23]m/)
})

test('a page that hears of no new round waits, and goes on with the newest', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  await page.route(STREAM, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await page.route(ROUNDS, (route) => route.abort())
  await chain.lockOpenRound(PRICE)
  await chain.lockOpenRound(PRICE)
  await comeBack(page)
  await expect(page.getByRole('heading', { name: 'Waiting' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText('Waiting')
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeDisabled()

  await page.unroute(ROUNDS)
  await expect(page.getByRole('region', { name: `Next #${epoch + 2}` })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/^0[12]m/)
})

/** Time of the newest block that the service knows. */
async function indexedTime(page: Page): Promise<unknown> {
  const response = await page.request.get('/healthz')
  const { block_timestamp: time }: { block_timestamp?: unknown } = await response.json()
  return time
}
