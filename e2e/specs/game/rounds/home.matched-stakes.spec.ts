import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { expect, type Page } from '@playwright/test'
import { createWalletClient, http, parseEther, parseEventLogs } from 'viem'
import { type ChainDriver, openChainDriver } from '../../../support/chain/chain-driver.ts'
import { mineSoon } from '../../../support/chain/mine-soon.ts'
import { placeBet } from '../../../support/chain/place-bet.ts'
import { checkPage, checkWidths } from '../../../support/page/page-checks.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, returnToTab } from '../../../support/visitor/page-actions.ts'

const LOCK_PRICE = 860_00000000n
const CLOSE_PRICE = 861_00000000n

/** Fills the dialog of `side` without sending the bet. */
async function openDialog(page: Page, side: 'UP' | 'DOWN', amount: string) {
  await page.getByRole('button', { name: `Enter ${side}` }).click()
  const dialog = page.getByRole('dialog', { name: `Predict ${side}` })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill(amount)
  return dialog
}

/** Closes the toasts, which would cover the countdown in a picture. */
async function dismissToasts(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  while ((await dismiss.count()) > 0) await dismiss.first().click()
}

/** Collects on the Expired card and returns the amount that the contract paid. */
async function collect(page: Page, chain: ChainDriver, label: string): Promise<bigint | undefined> {
  const fromBlock = await chain.client.getBlockNumber()
  await page.getByRole('button', { name: label }).click()
  await expect(page.getByText('Claim successful')).toBeVisible()
  const logs = await chain.client.getLogs({ address: chain.market.prediction, fromBlock })
  return parseEventLogs({ abi: predictionAbi, logs, eventName: 'Claim' }).at(-1)?.args.amount
}

test('in a thin round, a win is limited and the loser collects what was not matched', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(LOCK_PRICE)
  const epoch = await chain.openEpoch()
  const loser = await visitGame(browser, chain, { name: 'Loser Wallet' })
  const winner = await visitGame(browser, chain, { name: 'Winner Wallet' })
  for (const visitor of [loser, winner]) await connectWallet(visitor)

  await test.step('the dialogs show the limit and what is at risk', async () => {
    await bet(winner.page, 'UP', '0.001')
    await expect(winner.page.getByText('Bet UP Successfully')).toBeVisible()
    const next = loser.page.getByRole('region', { name: `Next #${epoch}` })
    await expect(next).toContainText('0.0010')
    const dialog = await openDialog(loser.page, 'DOWN', '0.5')
    await dialog.getByRole('button', { name: 'Details' }).click()
    await expect(dialog).toContainText('at most 0.0190 BNB of your stake is at risk')
    await expect(dialog).toContainText('You get if you win0.5000 BNB')
    await expect(dialog).toContainText('Odds with your stake1.00x')
    await checkPage(loser.page, info, 'at-risk')
    await checkWidths(loser.page, info, 'at-risk')
    await dialog.getByRole('button', { name: 'Confirm DOWN' }).click()
    await expect(dialog.getByRole('alert')).toContainText('you only get your stake back')
    await dialog.getByRole('button', { name: 'Bet DOWN anyway' }).click()
    await expect(loser.page.getByText('Bet DOWN Successfully')).toBeVisible()
    const side = winner.page.getByRole('region', { name: `Next #${epoch}` })
    await expect(side).toContainText('19.40x')
    await checkWidths(winner.page, info, 'limited-odds')
  })

  await test.step('after the lock the page counts down to the price', async () => {
    await dismissToasts(loser.page)
    await chain.reachLock()
    await returnToTab(loser.page)
    const live = loser.page.getByRole('region', { name: `Live #${epoch}` })
    await expect(live).toContainText(/Price in \d+ s, so that no one could bet knowing it/)
    await checkWidths(loser.page, info, 'price-in', 'live')
    await expect(live).toContainText('Waiting for the first oracle price after')
    await chain.reachStrike()
    await chain.pushPrice(LOCK_PRICE)
    await expect(live).toContainText('$860.0000')
  })

  await chain.lockOpenRound(CLOSE_PRICE)
  await chain.untilSettled(epoch + 1, CLOSE_PRICE)
  for (const { page } of [loser, winner]) await returnToTab(page)

  await test.step('the loser collects the part that was not at stake', async () => {
    const { page } = loser
    const expired = page.getByRole('region', { name: `Expired #${epoch}` })
    await expect(expired).toContainText('Lost 0.0190 BNB, 0.4810 BNB comes back.')
    await expect(
      page.getByRole('status').filter({ hasText: new RegExp(`^Round #${epoch}:`) }),
    ).toHaveText(`Round #${epoch}: UP won. You lost 0.0190 BNB; 0.4810 BNB comes back.`)
    await checkPage(page, info, 'partly-lost')
    await checkWidths(page, info, 'partly-lost', 'expired')
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog', { name: /History/ })
    await history.getByRole('button', { name: new RegExp(`#${epoch} .*LOSE`) }).click()
    await expect(history).toContainText('-0.0190 BNB')
    await expect(history).toContainText('Comes back0.4810 BNB')
    await checkPage(page, info, 'partly-lost-history')
    await checkWidths(page, info, 'partly-lost-history')
    await page.keyboard.press('Escape')
    expect(await collect(page, chain, 'Collect 0.4810 BNB')).toBe(parseEther('0.481'))
    await expect(expired).toContainText('Lost 0.0190 BNB, 0.4810 BNB came back.')
    await dismissToasts(page)
    await checkWidths(page, info, 'partly-lost-collected', 'expired')
  })

  await test.step('the winner collects 20 times the stake, less the fee', async () => {
    const { page } = winner
    expect(await collect(page, chain, 'Collect 0.0194 BNB')).toBe(parseEther('0.0194'))
  })

  await test.step('the proof recalculates what was matched and what comes back', async () => {
    const { page } = loser
    await page
      .getByRole('region', { name: `Expired #${epoch}` })
      .getByRole('button', { name: 'Verify' })
      .click()
    const dialog = page.getByRole('dialog', { name: `Verify #${epoch}` })
    await expect(dialog).toContainText('Everything matches the chain.')
    await expect(dialog).toContainText('Prices due10 s after each')
    await expect(dialog).toContainText('min(0.5000, 0.0010 × 19) = 0.0190')
    await expect(dialog).toContainText('Back to the losers0.5000 − 0.0190 = 0.4810 BNB')
    await checkPage(page, info, 'verify-matched')
    await dialog.getByText('Back to the losers').scrollIntoViewIfNeeded()
    await checkWidths(page, info, 'verify-matched')
  })
})

test('Claim All collects returned parts of losses, too', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(LOCK_PRICE)
  const epoch = await chain.openEpoch()
  const player = await visitGame(browser, chain, { name: 'Losing Wallet' })
  const { page, wallet } = player
  await connectWallet(player)
  await bet(page, 'DOWN', '0.5')
  await expect(page.getByText('Bet DOWN Successfully')).toBeVisible()
  await placeBet(chain, 'UP', '0.001')
  await chain.lockOpenRound(LOCK_PRICE)
  await chain.lockOpenRound(CLOSE_PRICE)
  await chain.untilSettled(epoch + 1, CLOSE_PRICE)
  await returnToTab(page)

  await expect(page.getByRole('button', { name: /^History\s*1 to collect/ })).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('radio', { name: 'Uncollected' }).check()
  const fromBlock = await chain.client.getBlockNumber()
  await page.getByRole('button', { name: 'Claim All Winnings' }).click()
  await expect(page.getByText('Claim successful')).toBeVisible()
  const logs = await chain.client.getLogs({ address: chain.market.prediction, fromBlock })
  const [claim] = parseEventLogs({ abi: predictionAbi, logs, eventName: 'Claim' })
  expect(claim?.args).toMatchObject({
    sender: wallet.address,
    epoch: BigInt(epoch),
    amount: parseEther('0.481'),
  })
})

test('a changed fee is announced in the dialog before it is charged', async ({ browser }, info) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(LOCK_PRICE)
  const epoch = await chain.openEpoch()
  await setFee(chain, 400n)
  const player = await visitGame(browser, chain, { name: 'Careful Wallet' })
  const { page } = player
  await connectWallet(player)
  try {
    const dialog = await openDialog(page, 'UP', '0.01')
    await dialog.getByRole('button', { name: 'Details' }).click()
    await expect(dialog).toContainText('The house takes 3% of every decided round.')
    await expect(dialog).toContainText(`From round #${epoch + 2}: 4%.`)
    await checkWidths(page, info, 'next-fee')
    await page.keyboard.press('Escape')
    await chain.lockOpenRound(LOCK_PRICE)
    await chain.lockOpenRound(LOCK_PRICE)
    await page.reload()
    await expect(page.getByRole('region', { name: `Next #${epoch + 2}` })).toBeVisible()
    const charged = await openDialog(page, 'UP', '0.01')
    await expect(charged).toContainText('The house takes 4% of every decided round.')
    await expect(charged).not.toContainText('From round')
  } finally {
    // The tests of a worker share the market.
    while (Number(await chain.openEpoch()) < epoch + 2) await chain.lockOpenRound(LOCK_PRICE)
    await setFee(chain, 300n)
    await chain.lockOpenRound(LOCK_PRICE)
    await chain.lockOpenRound(LOCK_PRICE)
  }
})

/** Changes the fee as the market's owner. */
async function setFee({ client, market, rpcUrl }: ChainDriver, fee: bigint): Promise<void> {
  const wallet = createWalletClient({
    account: localAccounts(0).owner,
    chain: localChain(await client.getChainId(), rpcUrl),
    transport: http(rpcUrl),
  })
  const hash = await wallet.writeContract({
    address: market.prediction,
    abi: predictionAbi,
    functionName: 'setTreasuryFee',
    args: [fee],
  })
  await mineSoon(rpcUrl)
  await client.waitForTransactionReceipt({ hash })
}
