import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { expect } from '@playwright/test'
import { parseEther, parseEventLogs } from 'viem'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, returnToTab, takePicture } from '../../../support/visitor/page-actions.ts'

const LOCK_PRICE = 860_00000000n
const CLOSE_PRICE = 861_00000000n

test('two visitors bet against each other; the winner claims the payout to the wei', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  // Both bets must fit into one round: start with a whole one.
  await chain.lockOpenRound(LOCK_PRICE)
  const epoch = await chain.openEpoch()

  const winner = await visitGame(browser, chain, { name: 'Winner Wallet' })
  const loser = await visitGame(browser, chain, { name: 'Loser Wallet' })
  await expect(winner.page.getByRole('region', { name: `Next #${epoch}` })).toBeVisible()
  await takePicture(winner.page, info, '1-before')
  await connectWallet(winner)
  await connectWallet(loser)

  await bet(winner.page, 'UP', '1')
  await expect(winner.page.getByText('Bet UP Successfully')).toBeVisible()
  await bet(loser.page, 'DOWN', '2')
  await expect(loser.page.getByText('Bet DOWN Successfully')).toBeVisible()
  await expect(winner.page.getByRole('region', { name: `Next #${epoch}` })).toContainText('3.0000')
  await takePicture(winner.page, info, '2-entered')

  await chain.lockOpenRound(LOCK_PRICE)
  for (const { page } of [winner, loser]) await returnToTab(page)
  const live = winner.page.getByRole('region', { name: `Live #${epoch}` })
  await expect(live).toContainText('860.0000')
  await takePicture(winner.page, info, '3-live')

  await chain.lockOpenRound(CLOSE_PRICE)
  await chain.untilSettled(epoch + 1, CLOSE_PRICE)
  for (const { page } of [winner, loser]) await returnToTab(page)
  const expired = winner.page.getByRole('region', { name: `Expired #${epoch}` })
  await expect(expired).toContainText('861.0000')
  await takePicture(winner.page, info, '4-expired')

  const payout =
    (parseEther('1') * (parseEther('3') - (parseEther('3') * 300n) / 10_000n)) / parseEther('1')
  const { address } = winner.wallet.account
  const before = await chain.client.getBalance({ address })
  const fromBlock = await chain.client.getBlockNumber()
  await winner.page.getByRole('button', { name: 'History' }).click()
  const history = winner.page.getByRole('dialog', { name: /History/ })
  // The row, not a toast that may cover it.
  await history.getByRole('button', { name: new RegExp(`#${epoch} .*WIN`) }).click()
  await expect(history).toContainText('WIN')
  await takePicture(winner.page, info, '5-history')
  await history
    .getByRole('tab', { name: 'Uncollected' })
    .or(history.getByRole('button', { name: 'Uncollected' }))
    .or(history.getByRole('radio', { name: 'Uncollected' }))
    .first()
    .click()
  await history.getByRole('button', { name: 'Claim All Winnings' }).click()
  await expect(winner.page.getByText('Claim successful')).toBeVisible()
  await takePicture(winner.page, info, '6-claimed')

  const logs = await chain.client.getLogs({ address: chain.market.prediction, fromBlock })
  const [claim] = parseEventLogs({ abi: predictionAbi, logs, eventName: 'Claim' })
  expect(claim?.args).toMatchObject({ sender: address, epoch: BigInt(epoch), amount: payout })
  if (claim === undefined) throw new Error('There is no claim on the chain')
  const receipt = await chain.client.getTransactionReceipt({ hash: claim.transactionHash })
  const fee = receipt.gasUsed * receipt.effectiveGasPrice
  expect(await chain.client.getBalance({ address })).toBe(before + payout - fee)

  await loser.page.getByRole('button', { name: 'History' }).click()
  const losses = loser.page.getByRole('dialog', { name: /History/ })
  await losses.getByRole('button', { name: new RegExp(`#${epoch} .*LOSE`) }).click()
  await expect(losses).toContainText('LOSE')
  await expect(losses.getByRole('button', { name: 'Claim All Winnings' })).toHaveCount(0)
  await takePicture(loser.page, info, '7-loser')
})
