import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deployMarket } from '@bullring/contracts/deploy-market'
import { readMarketPlan } from '@bullring/contracts/market-plan'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { callRpc } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { freePort } from '@bullring/stack/processes/free-port'
import { startProduct } from '@bullring/stack/testing/start-product'
import { startPublicChain } from '@bullring/stack/testing/start-public-chain'
import { type BrowserContext, expect } from '@playwright/test'
import { parseEther } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { checkPage } from '../../../support/page/page-checks.ts'
import { expectClean, monitorPage } from '../../../support/page/page-monitor.ts'
import { test } from '../../../support/test.ts'
import { bet, takePicture, untilWindowsLeft } from '../../../support/visitor/page-actions.ts'
import { returningVisitor } from '../../../support/visitor/returning-visitor.ts'
import { installWallet } from '../../../support/wallet/test-wallet.ts'

const CHAIN_ID = 56
const INTERVAL = 3_600
/** Seconds from a lock to the time of its price, as `npm run deploy` sets them. */
const STRIKE_DELAY = 10

/** The product on a chain with the id of BNB Smart Chain, started as an operator starts it. */
async function startOnPublicChain({ hasKeeper = false } = {}) {
  await using cleanup = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'bullring-public-'))
  cleanup.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o711)
  const chain = await startPublicChain(CHAIN_ID)
  cleanup.defer(chain.stop)
  await chain.pushPrice(600_00000000n)
  const DEPLOYER_PRIVATE_KEY = generatePrivateKey()
  await chain.fund(privateKeyToAccount(DEPLOYER_PRIVATE_KEY).address, '1')
  const marketFile = join(folder, '56.json')
  // In the middle of round 1, which stays open for as long as the test takes.
  const genesis = Math.floor(Date.now() / 1_000) + 5
  const prediction = await deployMarket({
    plan: readMarketPlan({
      CHAIN_ID: `${CHAIN_ID}`,
      RPC_URL: chain.rpcUrl,
      OWNER_ADDRESS: localAccounts(0).owner.address,
      DEPLOYER_PRIVATE_KEY,
      GENESIS_TIMESTAMP: `${genesis}`,
      INTERVAL_SECONDS: `${INTERVAL}`,
    }),
    isSending: true,
    addressFile: pathToFileURL(marketFile),
    print: () => undefined,
  })
  const keeper = generatePrivateKey()
  await chain.fund(privateKeyToAccount(keeper).address, '1')
  const port = await freePort()
  const { child, outcome, text } = await startProduct([], {
    PORT: `${port}`,
    DATA_DIR: join(folder, 'data'),
    CHAIN_ID: `${CHAIN_ID}`,
    RPC_URL: chain.rpcUrl,
    MARKET_FILE: marketFile,
    ...(hasKeeper && { GAME_KEEPER_PRIVATE_KEY: keeper }),
  })
  cleanup.defer(() => child.stop())
  expect(outcome, text).toBe('ready')
  const running = cleanup.move()
  /** Moves time to the strike of a round, and makes the oracle report there. */
  const strike = async (epoch: number, price: bigint) => {
    const { timestamp } = await chain.client.getBlock()
    const missing = genesis + epoch * INTERVAL + STRIKE_DELAY - Number(timestamp)
    await callRpc(chain.rpcUrl, 'evm_increaseTime', [missing])
    await chain.pushPrice(price)
  }
  /** Bets on a round directly on the chain, as a player with another page does. */
  const placeBet = async (side: 'betBull' | 'betBear', epoch: number, amount: string) => {
    if (prediction === null) throw new Error('The market was not deployed')
    const account = privateKeyToAccount(generatePrivateKey())
    await chain.fund(account.address, '10')
    const hash = await chain.walletOf(account).writeContract({
      address: prediction,
      abi: predictionAbi,
      functionName: side,
      args: [BigInt(epoch)],
      value: parseEther(amount),
    })
    await chain.send(hash)
  }
  const host = `127.0.0.1:${port}`
  return { chain, host, strike, placeBet, stop: () => running.disposeAsync() }
}

async function openWallet(context: BrowserContext, rpcUrl: string) {
  return await installWallet(context, {
    name: 'Fox',
    nodes: { [CHAIN_ID]: rpcUrl },
    known: [CHAIN_ID],
  })
}

test('on chain 56 too, both routes call only their own server', async ({ browser }, info) => {
  const { chain, host, stop } = await startOnPublicChain()
  try {
    const baseURL = `http://${host}`
    const context = await browser.newContext({ baseURL, storageState: returningVisitor(baseURL) })
    const wallet = await openWallet(context, chain.rpcUrl)
    await chain.fund(wallet.address, '10')
    const page = await context.newPage()
    const monitor = await monitorPage(page, host)
    const rpcCalls: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/rpc') rpcCalls.push(request.url())
    })
    const response = await page.goto('/')
    expect(response?.headers()['content-security-policy']).toContain("connect-src 'self';")
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fox' }).click()
    await expect(page.getByText(/10\.0000/).first()).toBeVisible()
    await bet(page, 'UP', '0.5')
    await expect(page.getByText('Bet UP Successfully')).toBeVisible()
    await untilWindowsLeft(page)
    await page.getByRole('button', { name: /9\.49\d+ BNB/ }).click()
    await page.getByRole('tab', { name: 'Activity' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toContainText(['Sent−0.5 BNB'])
    await takePicture(page, info, 'activity')
    await page.goto('/direct-bet')
    await page.getByRole('button', { name: 'UP (看涨)' }).click()
    await expect(page.getByText(/你已在轮次 #\d+ 下注/).first()).toBeVisible()
    expect(rpcCalls.length).toBeGreaterThan(0)
    expectClean(monitor)
    await context.close()
  } finally {
    await stop()
  }
})

test('a round without bets shows its price, although no keeper settles it', async ({
  browser,
}, info) => {
  const { host, strike, stop } = await startOnPublicChain()
  try {
    const baseURL = `http://${host}`
    const context = await browser.newContext({ baseURL, storageState: returningVisitor(baseURL) })
    const page = await context.newPage()
    const monitor = await monitorPage(page, host)
    await page.goto('/')
    await strike(1, 601_00000000n)
    const live = page.getByRole('region', { name: 'Live #1' })
    await expect(live).toContainText('$601.0000')
    await expect(live).toContainText('No one bet on this round.')
    await strike(2, 605_00000000n)
    const expired = page.getByRole('region', { name: 'Expired #1' })
    await expect(expired).toContainText('No bets')
    await expect(expired).toContainText('$605.0000')
    await expect(expired).toContainText('$4.0000')
    await expect(expired).not.toContainText(/Calculating|REFUND|Waiting/)
    await expect(page.getByRole('link', { name: 'Round 1: no bets, +$4.0000' })).toBeVisible()
    await takePicture(page, info, 'no-bets')
    expectClean(monitor)
    await context.close()
  } finally {
    await stop()
  }
})

test('a visitor without a wallet practises: a win and a loss at the odds of the real rounds, and nothing is sent', async ({
  browser,
}, info) => {
  const { host, strike, placeBet, stop } = await startOnPublicChain({ hasKeeper: true })
  try {
    const baseURL = `http://${host}`
    const context = await browser.newContext({ baseURL, storageState: returningVisitor(baseURL) })
    const page = await context.newPage()
    const monitor = await monitorPage(page, host)
    const sent: string[] = []
    page.on('request', (request) => {
      if (/eth_send|\/bet|\/calls/.test(`${request.url()} ${request.postData()}`))
        sent.push(request.url())
    })
    await page.goto('/')
    await placeBet('betBull', 1, '1')
    await placeBet('betBear', 1, '1')
    const strip = page.getByRole('button', { name: /^Practice/ })
    await strip.click()
    const practice = page.getByRole('dialog', { name: /Practice round/ })
    await expect(practice.getByText('1,000 points')).toBeVisible()
    await checkPage(page, info, 'practice-offer')
    await practice.getByRole('button', { name: /^UP/ }).click()
    await expect(
      practice.getByText('UP, 100 points, round #1: waiting for the result'),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await untilWindowsLeft(page)
    await strike(1, 601_00000000n)
    await expect(page.getByRole('region', { name: 'Next #2' })).toBeVisible()
    await placeBet('betBull', 2, '1')
    await placeBet('betBear', 2, '1')
    await strip.click()
    await practice.getByRole('radio', { name: '50', exact: true }).press('Space')
    await practice.getByRole('button', { name: /^UP/ }).click()
    await expect(practice.getByText('850 points')).toBeVisible()
    await strike(2, 605_00000000n)
    await expect(practice.getByText('Round #1: won 94 points')).toBeVisible()
    await expect(practice.getByText('1,044 points')).toBeVisible()
    await strike(3, 602_00000000n)
    await expect(practice.getByText('Round #2: lost 50 points')).toBeVisible()
    await checkPage(page, info, 'practice-result')
    await page.reload()
    await expect(strip).toContainText('Round #2: lost 50 points')
    await page.getByRole('button', { name: /^History/ }).click()
    await expect(page.getByRole('dialog', { name: /History/ })).not.toContainText('#1')
    expect(sent).toEqual([])
    expectClean(monitor)
    await context.close()
  } finally {
    await stop()
  }
})
