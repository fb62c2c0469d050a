import { waitForReceipt } from '@bullring/contracts/wait-for-receipt'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { exchangeOf, type LocalExchange } from '@bullring/stack/exchange/exchange-plan'
import { openExchange } from '@bullring/stack/exchange/open-exchange'
import { readUniswapCode } from '@bullring/stack/exchange/uniswap-artifacts'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  maxUint256,
  parseAbi,
  parseEther,
} from 'viem'
import { TEST_CHAIN, type TestChain } from './test-chain.ts'

/** USD with 8 decimals. */
const COIN_PRICE = 60_000_000_000n

const routerAbi = parseAbi([
  'function addLiquidityETH(address token, uint256 amount, uint256 minimum, uint256 minimumCoins, address to, uint256 deadline) payable',
  'function addLiquidity(address first, address second, uint256 amount, uint256 secondAmount, uint256 minimum, uint256 secondMinimum, address to, uint256 deadline)',
])

/** Real contracts to swap with. */
export type TestExchange = LocalExchange & {
  /** Keeps a hundredth of each transfer. */
  feeToken: Address
  /** Price feed of the coin. */
  feed: Address
}

/** Sets up the local exchange, a token with a fee and a price feed on a test chain. */
export async function openTestExchange(chain: TestChain): Promise<TestExchange> {
  const accounts = localAccounts(0)
  await openExchange({
    rpcUrl: chain.rpcUrl,
    chainId: TEST_CHAIN.id,
    mine: null,
    owner: accounts.exchange,
    trader: accounts.exchangeTrader.address,
    coinPrice: COIN_PRICE as never,
  })
  const exchange = exchangeOf(accounts.exchange.address)
  const feed = await chain.deploy('MockPriceFeed', [chain.wallet.account.address])
  const push = { abi: parseAbi(['function push(int256 answer)']), functionName: 'push' } as const
  await chain.send({ to: feed, data: encodeFunctionData({ ...push, args: [COIN_PRICE] }) })
  return { ...exchange, feed, feeToken: await deployFeeToken(chain, exchange) }
}

async function deployFeeToken(chain: TestChain, { router }: LocalExchange): Promise<Address> {
  const supply = parseEther('1000000')
  const data = encodeDeployData({
    abi: parseAbi(['constructor(uint256 supply)']),
    bytecode: readUniswapCode('DeflatingERC20'),
    args: [supply],
  })
  const hash = await chain.wallet.sendTransaction({ data })
  const { contractAddress } = await waitForReceipt(chain.client, hash)
  const token = getAddress(contractAddress as Address)
  await approve(chain, token, router)
  await addPool(chain, router, token, supply / 2n, parseEther('500'))
  return token
}

/** Lets `spender` take any amount from the chain's first account. */
export async function approve(chain: TestChain, token: Address, spender: Address): Promise<void> {
  const call = { abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] } as const
  await chain.send({ to: token, data: encodeFunctionData(call) })
}

/** Adds a pool of a token of the chain's first account, which the router may take, and coins. */
export async function addPool(
  chain: TestChain,
  router: Address,
  token: Address,
  amount: bigint,
  value: bigint,
): Promise<void> {
  const to = chain.wallet.account.address
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'addLiquidityETH',
    args: [token, amount, 0n, 0n, to, maxUint256],
  })
  await chain.send({ to: router, data, value })
}

/** Adds a pool of a token of the chain's first account and the exchange's dollar. */
export async function addDollarPool(
  chain: TestChain,
  { router, tokens: [dollar] }: LocalExchange,
  token: Address,
  amount: bigint,
  dollars: bigint,
): Promise<void> {
  const { exchange: owner } = localAccounts(0)
  if (dollar === undefined) throw new Error('no dollar')
  const transfer = { abi: erc20Abi, functionName: 'transfer' } as const
  const allow = { abi: erc20Abi, functionName: 'approve' } as const
  const args = [token, dollar.address, amount, dollars, 0n, 0n, owner.address, maxUint256] as const
  await chain.send({
    to: token,
    data: encodeFunctionData({ ...transfer, args: [owner.address, amount] }),
  })
  await chain.send({
    from: owner,
    to: token,
    data: encodeFunctionData({ ...allow, args: [router, amount] }),
  })
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'addLiquidity', args })
  await chain.send({ from: owner, to: router, data })
}
