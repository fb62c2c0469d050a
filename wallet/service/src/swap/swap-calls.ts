import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Route } from './route.ts'
import type { SwapPair } from './swap-chain.ts'

const routerAbi = parseAbi([
  'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline) payable',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])
const wrappedAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 amount)'])

/** A call that swaps. */
export type SwapCall = { to: Address; data: Hex; value: bigint }

export type SwapTerms = {
  amount: bigint
  /** The swap reverts when it would yield less. */
  minimum: bigint
  receiver: Address
  /** Unix seconds of chain time. */
  deadline: bigint
  /** Whether to check the received amount rather than the sent one: a token may keep a part of each transfer. */
  takesFees: boolean
}

/** Encodes the call of a route through pools. */
export function poolCall(
  { from, to }: SwapPair,
  { router, path }: Route,
  { amount, minimum, receiver, deadline, takesFees }: SwapTerms,
): SwapCall {
  const suffix = takesFees ? 'SupportingFeeOnTransferTokens' : ''
  const rest = [minimum, path, receiver, deadline] as const
  if (from.token === null) {
    const functionName = `swapExactETHForTokens${suffix}` as const
    const data = encodeFunctionData({ abi: routerAbi, functionName, args: rest })
    return { to: router.address, data, value: amount }
  }
  const functionName =
    to.token === null
      ? (`swapExactTokensForETH${suffix}` as const)
      : (`swapExactTokensForTokens${suffix}` as const)
  const data = encodeFunctionData({ abi: routerAbi, functionName, args: [amount, ...rest] })
  return { to: router.address, data, value: 0n }
}

/** Encodes the exchange of coin and wrapped coin. */
export function wrapCall({ kind, router }: Route, amount: bigint): SwapCall {
  const isWrap = kind === 'wrap'
  const data = isWrap
    ? encodeFunctionData({ abi: wrappedAbi, functionName: 'deposit' })
    : encodeFunctionData({ abi: wrappedAbi, functionName: 'withdraw', args: [amount] })
  return { to: router.wrappedCoin, data, value: isWrap ? amount : 0n }
}
