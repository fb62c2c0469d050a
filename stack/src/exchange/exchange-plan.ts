import { readArtifact } from '@bullring/contracts/artifact'
import type { PriceE8 } from '@bullring/prediction/units'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  getContractAddress,
  type Hex,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
} from 'viem'
import { routerAbi } from './exchange-abi.ts'
import { LOCAL_TOKENS, type LocalTokenPlan } from './local-tokens.ts'
import { readUniswapCode } from './uniswap-artifacts.ts'

/** A token that the local exchange trades. */
export type ExchangeToken = LocalTokenPlan & { address: Address }

/** The contracts of the local exchange. */
export type LocalExchange = {
  wrappedCoin: Address
  factory: Address
  router: Address
  tokens: readonly ExchangeToken[]
}

/** A transaction of the exchange's owner; its index in the plan is its nonce. */
export type PlannedTransaction = { to?: Address; data: Hex; value?: bigint; gas: bigint }

const DEPLOY_GAS = 6_000_000n
const POOL_GAS = 3_500_000n
const CALL_GAS = 120_000n
const NO_DEADLINE = maxUint256
/** Value of each side of a pool with the coin, in USD: a swap for a few dollars hardly moves it. */
const POOL_USD = 1_500_000n
/** Value of each side of the pool of two tokens. */
const TOKEN_POOL_USD = 200_000n
/** Value of each token that the trader starts with. */
const TRADER_USD = 20_000n

const factoryAbi = parseAbi(['constructor(address feeToSetter)'])
const routerConstructor = parseAbi(['constructor(address factory, address wrappedCoin)'])

/** Derives the addresses from the owner: they are the same on every local chain. */
export function exchangeOf(owner: Address): LocalExchange {
  const at = (nonce: number) => getContractAddress({ from: owner, nonce: BigInt(nonce) })
  return {
    wrappedCoin: at(0),
    factory: at(1),
    router: at(2),
    tokens: LOCAL_TOKENS.map((token, index) => ({ ...token, address: at(3 + index) })),
  }
}

/**
 * Returns every transaction that sets up the exchange, in order. Chains that have begun the plan continue it by
 * their owner's nonce, so a later version may only append.
 */
export function exchangePlan(
  owner: Address,
  trader: Address,
  coinPrice: PriceE8,
): readonly PlannedTransaction[] {
  const exchange = exchangeOf(owner)
  const { tokens, router } = exchange
  return [
    ...deployments(owner, exchange),
    ...tokens.map(({ address }) => ({
      to: address,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [router, maxUint256],
      }),
      gas: CALL_GAS,
    })),
    ...tokens.map((token) => coinPool(exchange, token, owner, coinPrice)),
    tokenPool(exchange, owner),
    ...tokens.map((token) => ({
      to: token.address,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [trader, tokensWorth(token, TRADER_USD)],
      }),
      gas: CALL_GAS,
    })),
  ]
}

function deployments(owner: Address, exchange: LocalExchange): PlannedTransaction[] {
  const { wrappedCoin, factory, tokens } = exchange
  const token = readArtifact('MockToken')
  const contracts = [
    readUniswapCode('WETH9'),
    encodeDeployData({
      abi: factoryAbi,
      bytecode: readUniswapCode('UniswapV2Factory'),
      args: [owner],
    }),
    encodeDeployData({
      abi: routerConstructor,
      bytecode: readUniswapCode('UniswapV2Router02'),
      args: [factory, wrappedCoin],
    }),
    ...tokens.map(({ name, symbol, decimals, supply }) =>
      encodeDeployData({
        abi: token.abi,
        bytecode: token.bytecode,
        args: [name, symbol, decimals, parseUnits(`${supply}`, decimals)],
      }),
    ),
  ]
  return contracts.map((data) => ({ data, gas: DEPLOY_GAS }))
}

function coinPool(
  { router }: LocalExchange,
  token: ExchangeToken,
  owner: Address,
  coinPrice: PriceE8,
): PlannedTransaction {
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'addLiquidityETH',
    args: [token.address, tokensWorth(token, POOL_USD), 0n, 0n, owner, NO_DEADLINE],
  })
  const value = (parseEther(`${POOL_USD}`) * 100_000_000n) / coinPrice
  return { to: router, data, value, gas: POOL_GAS }
}

/** The pool of the first two tokens: a second route between them, beside the one through the coin. */
function tokenPool({ router, tokens }: LocalExchange, owner: Address): PlannedTransaction {
  const [first, second] = tokens
  if (first === undefined || second === undefined) throw new Error('There are no two tokens')
  const amounts = [tokensWorth(first, TOKEN_POOL_USD), tokensWorth(second, TOKEN_POOL_USD)] as const
  const data = encodeFunctionData({
    abi: routerAbi,
    functionName: 'addLiquidity',
    args: [first.address, second.address, ...amounts, 0n, 0n, owner, NO_DEADLINE],
  })
  return { to: router, data, gas: POOL_GAS }
}

function tokensWorth({ decimals, usdCents }: LocalTokenPlan, usd: bigint): bigint {
  return (usd * 100n * 10n ** BigInt(decimals)) / usdCents
}
