import { expect } from '@playwright/test'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { visitGame } from '../../../support/visitor/game-visitor.ts'
import { takePicture } from '../../../support/visitor/page-actions.ts'

const STEPS = ['Times', 'Locked price', 'Closed price', 'Prize pool', 'Result', 'Payout']

test('a visitor verifies an expired round on the chain', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const epoch = await chain.openEpoch()
  const { page } = await visitGame(browser, chain, { name: 'Doubting Wallet' })
  await placeBet(chain, 'UP', '1')
  await chain.lockOpenRound(860_00000000n)
  await chain.lockOpenRound(861_00000000n)
  await chain.untilSettled(epoch + 1, 861_00000000n)

  const expired = page.getByRole('region', { name: `Expired #${epoch}` })
  await expect(expired).toContainText('REFUND')
  await expired.getByRole('button', { name: 'Verify' }).click()
  const dialog = page.getByRole('dialog', { name: `Verify #${epoch}` })
  await expect(dialog).toContainText('Everything matches the chain.')
  for (const name of STEPS) {
    await expect(dialog.getByRole('listitem', { name: `${name} proven` })).toBeVisible()
  }
  await expect(dialog).toContainText('Only one side has stakes')
  const price = dialog.getByRole('listitem', { name: 'Closed price proven' })
  await expect(price).toContainText('$861.0000')
  await checkPage(page, info, 'verify')
  await page.keyboard.press('Escape')
  await expect(expired.getByRole('button', { name: 'Verify' })).toBeFocused()
})

type PricedRound = { close_price: string | null }

function withFalsePrice(round: PricedRound): PricedRound {
  return round.close_price === null ? round : { ...round, close_price: '999.99' }
}

test('a false price fails verification, and an unreachable chain is reported', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const { page } = await visitGame(browser, chain, { name: 'Fooled Wallet' })
  const expired = page.getByRole('region', { name: /^Expired #/ })
  await expect(expired.getByRole('button', { name: 'Verify' })).toBeVisible()
  // The live stream tells the truth about what has settled lately.
  await page.route('**/api/stream?*', (route) => route.abort())
  // The server returns false closed prices, of the expired round and in lists.
  await page.route(/\/api\/(?:round-info|rounds)$/, async (route) => {
    const response = await route.fetch()
    const json = (await response.json()) as PricedRound | PricedRound[]
    const falsified = Array.isArray(json) ? json.map(withFalsePrice) : withFalsePrice(json)
    await route.fulfill({ response, json: falsified })
  })
  await page.reload()
  await expect(expired).toContainText('$999.9900')
  await expired.getByRole('button', { name: 'Verify' }).click()
  const dialog = page.getByRole('dialog', { name: /^Verify #/ })
  await expect(dialog.getByRole('listitem', { name: 'Closed price does not match' })).toBeVisible()
  await expect(dialog).toContainText('This page shows $999.9900.')
  await expect(dialog).toContainText('Not everything on this page matches the chain.')
  await takePicture(page, info, 'false-price')
  await page.keyboard.press('Escape')

  await page.route('**/rpc', (route) => route.abort())
  await expired.getByRole('button', { name: 'Verify' }).click()
  await expect(dialog.getByRole('alert')).toContainText('nothing is proven')
  await page.unroute('**/rpc')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('listitem', { name: 'Pool proven' })).toBeHidden()
  await expect(dialog.getByRole('listitem', { name: 'Prize pool proven' })).toBeVisible()
})
