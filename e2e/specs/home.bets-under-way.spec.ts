import { callRpc } from '@bullring/stack/chain/anvil'
import { expect, type Page } from '@playwright/test'
import { createWalletClient, http, parseGwei } from 'viem'
import { type ChainDriver, openChainDriver } from '../support/chain-driver.ts'
import type { InjectedWallet } from '../support/injected-wallet.ts'
import { bet, connect, openPlayer } from '../support/player.ts'
import { test } from '../support/visit.ts'

const BLOCK_SECONDS = 1

test.describe('a bet that waits for the chain', () => {
  test.afterEach(async () => {
    const { rpcUrl } = await openChainDriver()
    await callRpc(rpcUrl, 'evm_setIntervalMining', [BLOCK_SECONDS])
  })

  test('mined after the lock: says that the round may be locked', async ({ browser }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const { page, wallet } = await openPlayer(browser, chain, 'Slow Wallet')
    await connect({ page, wallet })
    await betOnHeldChain(page, chain)
    await chain.reachLock()
    await expect(
      page.getByText('Contract execution reverted: round may be locked or closed'),
    ).toBeVisible()
    await expect(page.getByText('Bet UP Successfully')).toBeHidden()
  })

  test('cancelled in the wallet: says so, and takes another bet', async ({ browser }) => {
    const chain = await openChainDriver()
    await chain.lockOpenRound(860_00000000n)
    const { page, wallet } = await openPlayer(browser, chain, 'Fickle Wallet')
    await connect({ page, wallet })
    await betOnHeldChain(page, chain)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeDisabled()
    await cancel(wallet, chain)
    await expect(page.getByText('Transaction cancelled by user')).toBeVisible()
    await expect(page.getByText('Bet UP Successfully')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Enter UP' })).toBeEnabled()
  })
})

/** Bets while no block is mined, until the page has seen its transaction waiting. */
async function betOnHeldChain(page: Page, chain: ChainDriver): Promise<void> {
  await callRpc(chain.rpcUrl, 'evm_setIntervalMining', [0])
  const seen = page.waitForResponse(
    (response) => response.request().postData()?.includes('eth_getTransactionByHash') ?? false,
  )
  await bet(page, 'UP', '1')
  await expect(page.getByRole('button', { name: 'Sent. Waiting for the chain...' })).toBeVisible()
  await seen
}

/** What a wallet's "Cancel" does: nothing, sent to oneself, for more than the transaction in its place. */
async function cancel({ account }: InjectedWallet, { client, rpcUrl }: ChainDriver): Promise<void> {
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
