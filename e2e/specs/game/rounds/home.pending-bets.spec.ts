import { callRpc } from '@bullring/stack/chain/anvil'
import { expect, type Page } from '@playwright/test'
import { createWalletClient, http, parseGwei } from 'viem'
import { type ChainDriver, openChainDriver } from '../../../support/chain/chain-driver.ts'
import { test } from '../../../support/test.ts'
import { connectWallet, visitGame } from '../../../support/visitor/game-visitor.ts'
import { bet, nextCard } from '../../../support/visitor/page-actions.ts'
import type { TestWallet } from '../../../support/wallet/test-wallet.ts'

const BLOCK_SECONDS = 1

test.describe('a pending bet', () => {
  test.afterEach(async () => {
    const { rpcUrl } = await openChainDriver()
    await callRpc(rpcUrl, 'evm_setIntervalMining', [BLOCK_SECONDS])
  })

  test('reports that the round may be locked when it is mined after the lock', async ({
    browser,
  }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const visitor = await visitGame(browser, chain, { name: 'Slow Wallet' })
    const { page } = visitor
    await connectWallet(visitor)
    await betOnHeldChain(page, chain)
    await chain.reachLock()
    await expect(
      page.getByText('Contract execution reverted: round may be locked or closed'),
    ).toBeVisible()
    await expect(page.getByText('Bet UP Successfully')).toBeHidden()
  })

  test('is reported as cancelled when the wallet replaces it, and allows another bet', async ({
    browser,
  }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const visitor = await visitGame(browser, chain, { name: 'Fickle Wallet' })
    const { page, wallet } = visitor
    await connectWallet(visitor)
    await betOnHeldChain(page, chain)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(
      nextCard(page).getByRole('button', { name: 'Waiting for your wallet' }),
    ).toBeDisabled()
    await expect(page.getByRole('button', { name: 'Enter DOWN' })).toBeDisabled()
    await cancel(wallet, chain)
    await expect(page.getByText('Transaction cancelled by user')).toBeVisible()
    await expect(page.getByText('Bet UP Successfully')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  })
})

test('a mined bet shows on its card before the index has it', async ({ browser }) => {
  const chain = await openChainDriver()
  await chain.lockOpenRound(860_00000000n)
  const visitor = await visitGame(browser, chain, { name: 'Early Wallet' })
  const { page } = visitor
  await connectWallet(visitor)
  await expect(page.getByText('Your bet appears here.')).toBeVisible()
  // A missing response has the same effect as one without the bet.
  await page.route('/api/trades-by-user', () => undefined)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Your bet appears here.')).toBeVisible()
  await expect(nextCard(page).getByRole('button', { name: 'You are in: UP 0.5000' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Enter DOWN' })).toBeDisabled()
  await page.unrouteAll()
})

/** Bets while no blocks are mined, and waits until the page has seen its pending transaction. */
async function betOnHeldChain(page: Page, chain: ChainDriver): Promise<void> {
  await callRpc(chain.rpcUrl, 'evm_setIntervalMining', [0])
  const seen = page.waitForResponse(
    (response) => response.request().postData()?.includes('eth_getTransactionByHash') ?? false,
  )
  await bet(page, 'UP', '1')
  await expect(page.getByRole('button', { name: 'Sent. Waiting for the chain...' })).toBeVisible()
  await seen
}

/** Replaces the transaction with an empty one with a higher fee, like "Cancel" in a wallet. */
async function cancel({ account }: TestWallet, { client, rpcUrl }: ChainDriver): Promise<void> {
  const fee = parseGwei('100')
  const wallet = createWalletClient({ account, transport: http(rpcUrl) })
  await wallet.sendTransaction({
    chain: client.chain ?? null,
    to: account.address,
    nonce: await client.getTransactionCount({ address: account.address }),
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
  })
  await callRpc(rpcUrl, 'evm_mine', [])
}
