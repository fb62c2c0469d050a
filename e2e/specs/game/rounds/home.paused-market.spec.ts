import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { expect } from '@playwright/test'
import { createWalletClient, http } from 'viem'
import { openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { visitGame } from '../../../support/visitor/game-visitor.ts'

test('a paused market takes bets until the lock, then none until it goes on', async ({
  browser,
}) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const account = localAccounts(0).owner
  const transport = http(chain.rpcUrl)
  const owner = createWalletClient({ account, chain: chain.client.chain, transport })
  const send = async (functionName: 'pause' | 'unpause') => {
    const contract = { address: chain.market.prediction, abi: predictionAbi, functionName }
    const hash = await owner.writeContract({ ...contract, chain: chain.client.chain })
    await chain.client.waitForTransactionReceipt({ hash })
  }
  await send('pause')
  try {
    const { page } = await visitGame(browser, chain, { name: 'Late Wallet' })
    await expect(page.getByText('then bets pause')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
    await chain.lockOpenRound(861_00000000n)
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Enter DOWN' })).toBeDisabled()
    await send('unpause')
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  } finally {
    const call = { address: chain.market.prediction, abi: predictionAbi } as const
    const epoch = await chain.client.readContract({ ...call, functionName: 'firstPausedEpoch' })
    if (epoch !== 0n) await send('unpause')
  }
})
