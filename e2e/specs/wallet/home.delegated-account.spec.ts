import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { CONTRACTS } from '@bullring/smart-account/contracts'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { localChain } from '@bullring/stack/chain/local-market'
import { expect } from '@playwright/test'
import { createWalletClient, http, parseEther } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type ChainDriver, openChainDriver, setBalance } from '../../support/chain/chain-driver.ts'
import { mineSoon } from '../../support/chain/mine-soon.ts'
import { placeBet } from '../../support/chain/place-bet.ts'
import { test } from '../../support/test.ts'
import { chooseWallet, expectConnected, openVisitor } from '../../support/visitor/game-visitor.ts'
import { bet, returnToTab, takePicture } from '../../support/visitor/page-actions.ts'

const PRICE = 860_00000000n
const HIGHER = 861_00000000n

const senderOn = ({ rpcUrl }: ChainDriver) =>
  createWalletClient({
    account: localAccounts(0).relayer,
    chain: localChain(31_337, rpcUrl),
    transport: http(rpcUrl),
  })

/** Delegates an account to the code of Safe (EIP-7702), in a transaction that another account pays. */
async function delegate(chain: ChainDriver, account: PrivateKeyAccount): Promise<void> {
  const sender = senderOn(chain)
  const authorization = await account.signAuthorization({
    address: CONTRACTS.safe,
    chainId: 31_337,
    nonce: 0,
  })
  const hash = await sender.sendTransaction({
    to: account.address,
    authorizationList: [authorization],
  })
  await mineSoon(chain.rpcUrl)
  await chain.client.waitForTransactionReceipt({ hash })
  const code = await chain.client.getCode({ address: account.address })
  expect(code?.toLowerCase()).toBe(`0xef0100${CONTRACTS.safe.slice(2).toLowerCase()}`)
}

test('an account that delegates to a contract (EIP-7702) signs in, bets, collects and is paid', async ({
  browser,
}, info) => {
  const chain = await openChainDriver()
  const key = generatePrivateKey()
  const account = privateKeyToAccount(key)
  await setBalance(chain.rpcUrl, account.address, parseEther('10'))
  await delegate(chain, account)
  await chain.lockOpenRound(PRICE)
  const visitor = await openVisitor(browser, chain, { key, config: { signIn: 'required' } })
  const { page, dialog } = visitor
  await page.goto('/')
  await chooseWallet(visitor)
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expectConnected(visitor)

  await chain.lockOpenRound(PRICE)
  const epoch = await chain.openEpoch()
  const isOpen = (round: number) =>
    expect(page.getByRole('region', { name: `Next #${round}` })).toBeVisible()
  await returnToTab(page)
  await isOpen(epoch)
  await bet(page, 'UP', '0.5')
  await expect(page.getByText('Bet UP Successfully')).toBeVisible()
  await placeBet(chain, 'DOWN', '0.5')
  await chain.lockOpenRound(PRICE)
  await returnToTab(page)
  await isOpen(epoch + 1)
  await bet(page, 'UP', '0.25')
  await expect(page.getByRole('region', { name: /^Next #/ })).toContainText('0.25')
  await placeBet(chain, 'DOWN', '0.25')
  await chain.lockOpenRound(HIGHER)
  await chain.lockOpenRound(HIGHER + 1n)
  await chain.untilSettled(epoch + 2, HIGHER + 1n)

  const balance = () => chain.client.getBalance({ address: account.address })
  const before = await balance()
  const hash = await senderOn(chain).writeContract({
    address: chain.market.prediction,
    abi: predictionAbi,
    functionName: 'payOut',
    args: [BigInt(epoch + 1), [account.address]],
  })
  await mineSoon(chain.rpcUrl)
  await chain.client.waitForTransactionReceipt({ hash })
  // 0.25 of each side, less the fee of 3 %.
  expect((await balance()) - before).toBe(parseEther('0.485'))

  await returnToTab(page)
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: /History/ })
  await history.getByText('Uncollected').click()
  await history.getByRole('button', { name: 'Claim All Winnings' }).click()
  await expect(page.getByText('Claim successful')).toBeVisible()
  await takePicture(page, info, 'collected')
  const gained = (await balance()) - before - parseEther('0.485')
  // Less the fee of the transaction.
  expect(gained).toBeGreaterThan(parseEther('0.969'))
  expect(gained).toBeLessThan(parseEther('0.97'))
})
