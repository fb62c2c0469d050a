import { roundTimes } from '@bullring/prediction/schedule'
import { toEpoch } from '@bullring/prediction/units'
import { mineAt } from '@bullring/stack/replay/warp'
import { expect, type Page } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { test } from '../../../support/test.ts'
import { returnToTab } from '../../../support/visitor/page-actions.ts'

const STREAM = /\/api\/stream/
const ROUNDS = /\/api\/(?:current-epoch|round-info|live-round)/
const PRICE = 860_00000000n
const LAST_SECONDS = 8
/** Time between two regular polls. Just after a round closes, polls are 3 s apart. */
const POLL_MS = 30_000

test('without live events, polling shows bets and rounds', async ({ page }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  await page.clock.install()
  await page.route(STREAM, (route) => route.abort())
  await page.goto('/')
  const next = page.getByRole('region', { name: `Next #${epoch}` })
  const live = page.getByRole('region', { name: `Live #${epoch - 1}` })
  await expect(next).toContainText('0.0000')
  // Until the strike is known the page polls more often.
  await expect(live).toContainText(/Locked Price\s*\$860/)
  await placeBet(chain, 'UP', '0.25')
  const { timestamp } = await chain.client.getBlock()
  await expect.poll(() => indexedTime(page)).toBeGreaterThanOrEqual(Number(timestamp))
  await page.clock.fastForward(POLL_MS)
  await expect(next).toContainText('0.2500')

  const lock = roundTimes(chain.schedule, toEpoch(epoch)).lockTimestamp
  await mineAt(chain.rpcUrl, lock - LAST_SECONDS)
  // A block of the chain itself may follow before the first look.
  await expect.poll(() => indexedTime(page)).toBeGreaterThanOrEqual(lock - LAST_SECONDS)
  await returnToTab(page)
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/^00m 0\ds/)
  await chain.reachLock()
  await page.clock.fastForward(LAST_SECONDS * 1_000)
  await expect(page.getByRole('region', { name: `Next #${epoch + 1}` })).toBeVisible({
    timeout: POLL_MS / 2,
  })
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/^(?:0[89]|10)m/)
})

test('a page that cannot load new rounds waits, then continues with the newest', async ({
  page,
}) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  await page.route(STREAM, (route) => route.abort())
  await page.goto('/')
  await expect(page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await page.route(ROUNDS, (route) => route.abort())
  await chain.lockOpenRound(PRICE)
  await chain.lockOpenRound(PRICE)
  await returnToTab(page)
  await expect(page.getByRole('heading', { name: 'Waiting' })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText('Waiting')
  await expect(page.getByRole('button', { name: 'Enter UP' })).toBeDisabled()

  await page.unroute(ROUNDS)
  await expect(page.getByRole('region', { name: `Next #${epoch + 2}` })).toBeVisible()
  await expect(page.getByRole('timer', { name: 'Countdown' })).toHaveText(/^(?:0[1-9]|10)m/)
})

/** Returns the time of the newest block that the service has indexed. */
async function indexedTime(page: Page): Promise<number> {
  const response = await page.request.get('/healthz')
  const { block_timestamp: time }: { block_timestamp: number } = await response.json()
  return time
}
