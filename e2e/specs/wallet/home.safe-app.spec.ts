import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Frame } from '@playwright/test'
import { type ChainDriver, openChainDriver } from '../../support/chain/chain-driver.ts'
import { placeBet } from '../../support/chain/place-bet.ts'
import { deploySafe } from '../../support/safe/local-safe.ts'
import { openSafeApp, type SafeApp } from '../../support/safe/open-safe-app.ts'
import { SAFE_WALLET_URL } from '../../support/safe/safe-wallet-page.ts'
import { readStack } from '../../support/stack/described-stack.ts'
import { test } from '../../support/test.ts'
import { takePicture } from '../../support/visitor/page-actions.ts'

const PRICE = 860_00000000n
const HIGHER = 861_00000000n

let chain: ChainDriver
let url: string
test.beforeAll(async () => {
  chain = await openChainDriver()
  url = (await readStack()).url
})

const expectConnected = (game: Frame, address: string) =>
  expect(
    game.getByRole('button', {
      name: new RegExp(`${address.slice(0, 6)}.{1,3}${address.slice(-4)}`),
    }),
  ).toBeVisible()

const waiting = (game: Frame) => game.getByRole('status').filter({ hasText: 'on round #' })

/** Opens a round that takes bets for long enough. */
async function openRound({ game }: SafeApp): Promise<number> {
  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  await expect(game.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  return epoch
}

async function bet(game: Frame, side: 'UP' | 'DOWN', amount: string): Promise<void> {
  await game.getByRole('button', { name: `Enter ${side}` }).click()
  const dialog = game.getByRole('dialog', { name: `Predict ${side}` })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
}

async function closeDialog({ game }: SafeApp): Promise<void> {
  await game.getByRole('dialog').press('Escape')
  await expect(game.getByRole('dialog')).toHaveCount(0)
}

test('a Safe of two owners bets and collects once both have confirmed', async ({
  browser,
}, info) => {
  const safe = await deploySafe(chain, { threshold: 2 })
  const before = await chain.client.getBalance({ address: safe.address })
  let app = await openSafeApp(browser, url, safe)
  await expect(app.page.locator('#name')).toHaveText('Bullring: BNB up or down')
  await expectConnected(app.game, safe.address)
  await expect(app.game.locator('[data-balance]')).toContainText('10')
  const epoch = await openRound(app)

  await test.step('a refusal sends nothing', async () => {
    await bet(app.game, 'UP', '0.5')
    await expect(app.game.getByText('This Safe needs 2 owners.')).toBeVisible()
    await takePicture(app.page, info, '1-bet')
    await app.refuse()
    await expect(app.game.getByText('Safe may still have this bet')).toBeVisible()
    expect(safe.ids()).toEqual([])
    await closeDialog(app)
  })

  await test.step('a window that is closed while the wallet signs is no refusal', async () => {
    app = await app.reload()
    await bet(app.game, 'UP', '0.5')
    await safe.reject(await app.closeWhileSigning())
    await expect(app.game.getByText('Safe may still have this bet')).toBeVisible()
    await closeDialog(app)
  })

  await bet(app.game, 'UP', '0.5')
  const id = await app.confirm()
  await expect(
    app.game.getByRole('button', { name: 'Waiting for the other owners...' }),
  ).toBeVisible()
  await takePicture(app.page, info, '2-sent')
  await closeDialog(app)
  await expect(waiting(app.game)).toContainText(
    `UP: 0.5000 BNB on round #${epoch}Waiting for the other owners to confirm in Safe.`,
  )
  await takePicture(app.page, info, '3-waiting')

  await test.step('a page that is opened later still waits', async () => {
    app = await app.reload()
    await expectConnected(app.game, safe.address)
    await expect(waiting(app.game)).toContainText(
      'Waiting for the other owners to confirm in Safe.',
    )
    const card = app.game.getByRole('region', { name: `Next #${epoch}` })
    await expect(card.getByRole('button', { name: 'Waiting for your wallet' })).toBeDisabled()
  })

  await test.step('so does one that shows another market', async () => {
    app = await app.reload(`${url}/?market=BTC`)
    await expect(waiting(app.game)).toContainText(`BNB, UP: 0.5000 BNB on round #${epoch}`)
    await safe.confirmBySecond(id)
    await expect(waiting(app.game)).toContainText('Waiting until an owner executes it in Safe.')
  })

  app = await app.reload()
  await expect(waiting(app.game)).toContainText('Waiting until an owner executes it in Safe.')
  await safe.execute(id)
  await expect(app.game.getByText('Bet UP Successfully')).toBeVisible()
  await expect(waiting(app.game)).toHaveCount(0)
  await expect(app.game.getByRole('region', { name: 'Your bets' })).toContainText('0.5')
  await takePicture(app.page, info, '4-placed')

  await placeBet(chain, 'DOWN', '0.5')
  await chain.lockOpenRound(HIGHER)
  await chain.lockOpenRound(HIGHER + 1n)
  await chain.untilSettled(epoch + 1, HIGHER + 1n)
  app = await app.reload()
  await app.game.getByRole('button', { name: 'History' }).click()
  const history = app.game.getByRole('dialog', { name: /History/ })
  await history.getByText('Uncollected').click()
  await history.getByRole('button', { name: 'Claim All Winnings' }).click()
  const claim = await app.confirm()
  await closeDialog(app)
  await expect(
    app.game.getByRole('status').filter({ hasText: 'Collecting 1 round' }),
  ).toContainText('Waiting for the other owners')
  await takePicture(app.page, info, '5-collecting')
  await safe.confirmBySecond(claim)
  await safe.execute(claim)
  await expect(app.game.getByText('Claim successful')).toBeVisible()
  // 0.5 of each side, less the fee of 3 %. The owners pay for the transactions.
  expect((await chain.client.getBalance({ address: safe.address })) - before).toBe(
    470_000_000_000_000_000n,
  )
  expect(new Set(app.calls)).toEqual(
    new Set(['getSafeInfo', 'sendTransactions', 'getTxBySafeTxHash']),
  )
})

test('error: owners who reject a bet, or are too late', async ({ browser }, info) => {
  const safe = await deploySafe(chain, { threshold: 2 })
  let app = await openSafeApp(browser, url, safe, { width: 390 })
  await expectConnected(app.game, safe.address)
  await openRound(app)
  await bet(app.game, 'DOWN', '0.1')
  await safe.reject(await app.confirm())
  await expect(
    app.game.getByText('Your wallet did not send this bet. You still have your stake.'),
  ).toBeVisible()
  await expect(waiting(app.game)).toHaveCount(0)

  const epoch = await chain.openEpoch()
  await app.game
    .getByRole('dialog')
    .getByRole('button', { name: /^Confirm/ })
    .click()
  const id = await app.confirm()
  await closeDialog(app)
  await expect(waiting(app.game)).toBeVisible()
  await takePicture(app.page, info, '1-phone')
  await chain.lockOpenRound(PRICE)
  await safe.confirmBySecond(id)
  await expect(safe.execute(id)).rejects.toThrow(/GS013/)
  await expect(app.game.getByText(`Round #${epoch} closed before the owners`)).toBeVisible()
  await expect(waiting(app.game)).toContainText('Nothing was staked. Reject the request in Safe')
  await takePicture(app.page, info, '2-late')

  app = await app.reload()
  await expectConnected(app.game, safe.address)
  await expect(waiting(app.game)).toContainText('Nothing was staked.')
  await app.game.getByRole('button', { name: 'Dismiss' }).click()
  await expect(waiting(app.game)).toHaveCount(0)
  app = await app.reload()
  await expectConnected(app.game, safe.address)
  await expect(waiting(app.game)).toHaveCount(0)
})

test('a request that is deleted in Safe can be dismissed', async ({ browser }) => {
  const safe = await deploySafe(chain, { threshold: 2 })
  const app = await openSafeApp(browser, url, safe)
  await expectConnected(app.game, safe.address)
  await openRound(app)
  await bet(app.game, 'UP', '0.1')
  safe.remove(await app.confirm())
  await closeDialog(app)
  await waiting(app.game).getByRole('button', { name: 'Dismiss' }).click()
  await expect(waiting(app.game)).toHaveCount(0)
  await expect(app.game.getByText('Safe may still have this bet')).toBeVisible()
  await expect(app.game.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
})

test('a Safe of one owner signs in, collects and bets in one request', async ({ browser }) => {
  const safe = await deploySafe(chain, { threshold: 1 })
  let app = await openSafeApp(browser, url, safe, { signIn: 'required' })
  await expectConnected(app.game, safe.address)
  await app.game.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await app.page.getByRole('button', { name: 'Confirm request' }).click()
  await expect(app.game.getByRole('dialog')).toHaveCount(0)
  const epoch = await openRound(app)
  await bet(app.game, 'UP', '0.5')
  await safe.execute(await app.confirm())
  await expect(app.game.getByText('Bet UP Successfully')).toBeVisible()
  await placeBet(chain, 'DOWN', '0.5')
  await chain.lockOpenRound(HIGHER)
  await chain.lockOpenRound(HIGHER + 1n)
  await chain.untilSettled(epoch + 1, HIGHER + 1n)
  app = await app.reload()
  await expectConnected(app.game, safe.address)
  await expect(app.game.getByRole('region', { name: `Next #${epoch + 2}` })).toBeVisible()
  await app.game.getByRole('button', { name: 'Enter DOWN' }).click()
  const dialog = app.game.getByRole('dialog', { name: 'Predict DOWN' })
  await expect(dialog.getByRole('switch', { name: 'Collect winnings too' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('0.2')
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
  await expect(app.page.getByText('2 call(s)')).toBeVisible()
  await safe.execute(await app.confirm())
  await expect(app.game.getByText('Bet DOWN Successfully')).toBeVisible()
  // 10 - 0.5 + 0.97 - 0.2
  expect(await chain.client.getBalance({ address: safe.address })).toBe(10_270_000_000_000_000_000n)
})

test('a Safe on another network learns which one to open', async ({ browser }, info) => {
  const safe = await deploySafe(chain, { threshold: 2 })
  const { page, game, calls } = await openSafeApp(browser, url, safe, { chainId: 1 })
  await expectConnected(game, safe.address)
  await expect(game.getByText('This Safe is on another network.')).toBeVisible()
  await expect(game.getByRole('button', { name: /Switch to/ })).toHaveCount(0)
  await takePicture(page, info, 'other-network')
  await game.getByRole('button', { name: 'Enter UP' }).click()
  await expect(game.getByRole('dialog')).toHaveCount(0)
  expect(new Set(calls)).toEqual(new Set(['getSafeInfo']))
})

test('only Safe can show the game in a frame', async ({ page }) => {
  const response = await page.request.get(url)
  expect(response.headers()['content-security-policy']).toMatch(
    new RegExp(`frame-ancestors ${SAFE_WALLET_URL} https://web\\.telegram\\.org$`),
  )
  const foreign = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<!doctype html><title>Foreign</title><iframe src="${url}"></iframe>`)
  })
  foreign.listen(0, '127.0.0.1')
  await once(foreign, 'listening')
  try {
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes('frame-ancestors'),
    )
    await page.goto(`http://localhost:${(foreign.address() as AddressInfo).port}`)
    await refused
    await expect(page.frameLocator('iframe').locator('#root')).toHaveCount(0)
  } finally {
    foreign.close()
    foreign.closeAllConnections()
  }
})
