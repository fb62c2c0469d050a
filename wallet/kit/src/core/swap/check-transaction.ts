import { type Address, erc20Abi, type Hex, parseAbi } from 'viem'
import { decodeFunctionData, isAddressEqual } from 'viem/utils'
import type { Asset } from '#core/account/asset.ts'
import type { BuiltTransaction, SwapPair } from './swap-requests.ts'
import { UnexpectedTransactionError } from './unexpected-transaction-error.ts'

const ROUTER_ABI = parseAbi([
  'function swapExactETHForTokens(uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amount, uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactTokensForTokens(uint256 amount, uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactETHForTokensSupportingFeeOnTransferTokens(uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactTokensForETHSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address receiver, uint256 deadline)',
])

const WRAPPER_ABI = parseAbi(['function deposit()', 'function withdraw(uint256 amount)'])

/** The swap as shown to the user before confirming it. */
export type ShownSwap = SwapPair & {
  /** The least that the swap may yield. */
  minimum: bigint
  /** Contracts that may be called; empty where the app and the kit know none. */
  routers: readonly Address[]
}

/**
 * Checks that a transaction approves exactly the amount of the token, to a known exchange.
 *
 * @returns the spender, which the swap that follows must call.
 * @throws {UnexpectedTransactionError}
 */
export function checkApproval(
  { to, data, value }: BuiltTransaction,
  { from, amount, routers }: ShownSwap,
): Address {
  ensure(value === 0n, 'an approval that sends coins')
  ensure(from.address !== null && isAddressEqual(to, from.address), 'another token is approved')
  const { functionName, args } = decode(erc20Abi, data)
  if (functionName !== 'approve') throw new UnexpectedTransactionError('it is no approval')
  const [spender, approved] = args
  ensure(approved === amount, `it approves ${approved} instead of ${amount}`)
  ensureRouter(spender, routers)
  return spender
}

/**
 * Checks that a transaction swaps what the user saw: amount, tokens, receiver and least result.
 *
 * @param spender - The contract that was approved before; null without an approval.
 * @throws {UnexpectedTransactionError}
 */
export function checkSwap(
  built: BuiltTransaction,
  shown: ShownSwap,
  spender: Address | null,
): void {
  const { from, to, amount } = shown
  ensure(built.value === (from.address === null ? amount : 0n), 'it sends another amount of coins')
  if (isWrapping(built, shown)) return
  if (spender !== null) ensure(isAddressEqual(built.to, spender), 'another exchange is called')
  ensureRouter(built.to, shown.routers)
  const { functionName, args } = decode(ROUTER_ABI, built.data)
  const terms = args.length === 5 ? args : ([amount, ...args] as const)
  const [taken, minimum, path, receiver] = terms
  ensure(functionName.startsWith(expectedFunction(from, to)), `it calls ${functionName}`)
  ensure(taken === amount, `it takes ${taken} instead of ${amount}`)
  ensure(minimum >= shown.minimum, `it may yield only ${minimum}`)
  ensure(isAddressEqual(receiver, shown.account), `${receiver} would receive the tokens`)
  const [first, last] = [path.at(0), path.at(-1)]
  ensure(first !== undefined && isToken(first, from), 'another token is swapped')
  ensure(last !== undefined && isToken(last, to), 'it yields another token')
}

/** Coin to wrapped coin, or back: the wrapper's own functions, one to one. */
function isWrapping({ to: called, data }: BuiltTransaction, { from, to, amount }: ShownSwap) {
  const wrapper = from.address === null ? to.address : to.address === null ? from.address : null
  if (wrapper === null || !isAddressEqual(called, wrapper)) return false
  const { functionName, args } = decode(WRAPPER_ABI, data)
  const isDeposit = functionName === 'deposit'
  ensure(isDeposit === (from.address === null), `it calls ${functionName}`)
  ensure(isDeposit || args[0] === amount, 'it unwraps another amount')
  return true
}

function expectedFunction(from: Asset, to: Asset): string {
  if (from.address === null) return 'swapExactETHForTokens'
  return to.address === null ? 'swapExactTokensForETH' : 'swapExactTokensForTokens'
}

/** The router itself puts the wrapped coin at the end of the path that is a coin. */
function isToken(address: Address, { address: token }: Asset): boolean {
  return token === null || isAddressEqual(address, token)
}

function ensureRouter(called: Address, routers: readonly Address[]): void {
  const isKnown = routers.length === 0 || routers.some((router) => isAddressEqual(router, called))
  ensure(isKnown, `${called} is not a known exchange`)
}

function decode<const abi extends typeof erc20Abi | typeof ROUTER_ABI | typeof WRAPPER_ABI>(
  abi: abi,
  data: Hex,
) {
  try {
    return decodeFunctionData({ abi, data })
  } catch {
    throw new UnexpectedTransactionError('its call is unknown')
  }
}

function ensure(isAsShown: boolean, difference: string): asserts isAsShown {
  if (!isAsShown) throw new UnexpectedTransactionError(difference)
}
