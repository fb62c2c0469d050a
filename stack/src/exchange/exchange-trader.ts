import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  http,
  maxUint256,
  parseAbi,
} from 'viem'
import type { HDAccount } from 'viem/accounts'
import { localChain } from '../chain/local-market.ts'
import { routerAbi } from './exchange-abi.ts'
import type { ExchangeToken, LocalExchange } from './exchange-plan.ts'

/** Buys and sells tokens for the coin. Each trade resolves with its transaction, before it is mined. */
export type ExchangeTrader = {
  /** Whether a coin buys more of the token in its pool than at the price of the feed. */
  isCheap: (token: ExchangeToken) => Promise<boolean>
  /** Buys tokens for `coins`. */
  buy: (token: ExchangeToken, coins: bigint) => Promise<Hash>
  /** Sells as many tokens as `coins` buy. */
  sell: (token: ExchangeToken, coins: bigint) => Promise<Hash>
}

export type ExchangeTraderOptions = {
  rpcUrl: string
  chainId: number
  exchange: LocalExchange
  account: HDAccount
  oracle: Address
}

const GAS_LIMIT = 300_000n
const GAS_PRICE = 1_000_000_000n
const ONE_COIN = 10n ** 18n
const DEADLINE_SECONDS = 600n

const feedAbi = parseAbi([
  'function latestRoundData() view returns (uint80, int256 answer, uint256, uint256, uint80)',
])

/** Connects an account to the local exchange. */
export function createExchangeTrader(options: ExchangeTraderOptions): ExchangeTrader {
  const { exchange, account, oracle } = options
  const { router, wrappedCoin } = exchange
  const { reader, send } = connect(options)
  const quote = async ({ address }: ExchangeToken, coins: bigint) => {
    const [, tokens = 0n] = await reader.readContract({
      address: router,
      abi: routerAbi,
      functionName: 'getAmountsOut',
      args: [coins, [wrappedCoin, address]],
    })
    return tokens
  }
  const deadline = async () => (await reader.getBlock()).timestamp + DEADLINE_SECONDS
  const approveOnce = async ({ address }: ExchangeToken) => {
    const token = { address, abi: erc20Abi } as const
    const args = [account.address, router] as const
    const allowance = await reader.readContract({ ...token, functionName: 'allowance', args })
    if (allowance > maxUint256 / 2n) return
    const approval = { ...token, functionName: 'approve', args: [router, maxUint256] } as const
    await send({ to: address, data: encodeFunctionData(approval) })
  }
  return {
    isCheap: async (token) => {
      const feed = { address: oracle, abi: feedAbi } as const
      const [, answer] = await reader.readContract({ ...feed, functionName: 'latestRoundData' })
      return (await quote(token, ONE_COIN)) > tokensPerCoin(token, answer)
    },
    buy: async (token, coins) => {
      const path = [wrappedCoin, token.address]
      const data = encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactETHForTokens',
        args: [withTolerance(await quote(token, coins)), path, account.address, await deadline()],
      })
      return send({ to: router, data, value: coins })
    },
    sell: async (token, coins) => {
      await approveOnce(token)
      const path = [token.address, wrappedCoin]
      const amounts = [await quote(token, coins), withTolerance(coins)] as const
      const data = encodeFunctionData({
        abi: routerAbi,
        functionName: 'swapExactTokensForETH',
        args: [...amounts, path, account.address, await deadline()],
      })
      return send({ to: router, data })
    },
  }
}

function connect({ rpcUrl, chainId, account }: ExchangeTraderOptions) {
  const chain = localChain(chainId, rpcUrl)
  const transport = http(rpcUrl, { timeout: 10_000, retryCount: 0 })
  const reader = createPublicClient({ chain, transport })
  const wallet = createWalletClient({ account, chain, transport })
  const send = (call: { to: Address; data: Hex; value?: bigint }) =>
    wallet.sendTransaction({ ...call, gas: GAS_LIMIT, gasPrice: GAS_PRICE, type: 'legacy' })
  return { reader, send }
}

/** @param coinPrice - USD with 8 decimals; a token's price has 2. */
function tokensPerCoin({ decimals, usdCents }: ExchangeToken, coinPrice: bigint): bigint {
  return (coinPrice * 10n ** BigInt(decimals)) / (usdCents * 1_000_000n)
}

/** Another trade may come first: accept 2 % less. */
function withTolerance(amount: bigint): bigint {
  return (amount * 98n) / 100n
}
