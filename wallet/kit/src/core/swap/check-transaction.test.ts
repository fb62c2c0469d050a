import { type Address, encodeFunctionData, erc20Abi, maxUint256, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Asset } from '#core/account/asset.ts'
import { checkApproval, checkSwap, type ShownSwap } from './check-transaction.ts'

const ME: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const THIEF: Address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const ROUTER: Address = '0x10ED43C718714eb63d5aA57B78B54704E256024E'
const WRAPPED: Address = '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'
const CAKE: Address = '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82'
const DOLLAR: Address = '0x55d398326f99059fF775485246999027B3197955'

const ROUTER_ABI = parseAbi([
  'function swapExactETHForTokens(uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactTokensForETH(uint256 amount, uint256 minimum, address[] path, address receiver, uint256 deadline)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amount, uint256 minimum, address[] path, address receiver, uint256 deadline)',
])
const WRAPPER_ABI = parseAbi(['function deposit()', 'function withdraw(uint256 amount)'])

const asset = (address: Address | null): Asset => ({
  chainId: 56,
  name: 'T',
  symbol: 'T',
  decimals: 18,
  balance: 9n,
  price: null,
  iconUrl: null,
  address,
})

function shown(overrides: Partial<ShownSwap> = {}): ShownSwap {
  return {
    from: asset(CAKE),
    to: asset(DOLLAR),
    amount: 100n,
    account: ME,
    minimum: 99n,
    routers: [ROUTER],
    ...overrides,
  }
}

type Terms = { amount: bigint; minimum: bigint; path: readonly Address[]; receiver: Address }

function tokenSwap(terms: Partial<Terms> = {}, to = ROUTER, value = 0n) {
  const { amount = 100n, minimum = 99n, path = [CAKE, WRAPPED, DOLLAR], receiver = ME } = terms
  const functionName = 'swapExactTokensForTokensSupportingFeeOnTransferTokens'
  const args = [amount, minimum, path, receiver, 9n] as const
  return { to, value, data: encodeFunctionData({ abi: ROUTER_ABI, functionName, args }) }
}

function approval(spender: Address, amount: bigint, to: Address = CAKE) {
  const args = [spender, amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  return { to, value: 0n, data }
}

describe('checkApproval', () => {
  test('returns the spender of an approval of exactly the amount', () => {
    expect(checkApproval(approval(ROUTER, 100n), shown())).toBe(ROUTER)
    expect(checkApproval(approval(THIEF, 100n), shown({ routers: [] }))).toBe(THIEF)
  })
  test.each([
    ['another spender', approval(THIEF, 100n)],
    ['another amount', approval(ROUTER, maxUint256)],
    ['another token', approval(ROUTER, 100n, DOLLAR)],
    ['coins', { ...approval(ROUTER, 100n), value: 1n }],
    ['a swap', tokenSwap({}, CAKE)],
    ['an unknown call', { ...approval(ROUTER, 100n), data: '0x12345678' as const }],
  ])('error: refuses %s', (_what, built) => {
    expect(() => checkApproval(built, shown())).toThrow('is not the one shown')
  })
})

describe('checkSwap', () => {
  test('accepts what was shown', () => {
    expect(() => checkSwap(tokenSwap(), shown(), ROUTER)).not.toThrow()
    expect(() => checkSwap(tokenSwap({ minimum: 100n }), shown(), null)).not.toThrow()
  })
  test.each([
    ['another receiver', tokenSwap({ receiver: THIEF })],
    ['a larger amount', tokenSwap({ amount: 101n })],
    ['a smaller result', tokenSwap({ minimum: 98n })],
    ['another token to pay', tokenSwap({ path: [DOLLAR, WRAPPED, DOLLAR] })],
    ['another token to get', tokenSwap({ path: [CAKE, WRAPPED] })],
    ['an empty path', tokenSwap({ path: [] })],
    ['an unknown exchange', tokenSwap({}, THIEF)],
    ['coins', tokenSwap({}, ROUTER, 1n)],
    ['an approval', { ...approval(THIEF, 100n), to: ROUTER }],
  ])('error: refuses %s', (_what, built) => {
    expect(() => checkSwap(built, shown(), null)).toThrow('is not the one shown')
  })
  test('error: refuses another exchange than the approved one', () => {
    const free = shown({ routers: [] })
    expect(() => checkSwap(tokenSwap({}, THIEF), free, null)).not.toThrow()
    expect(() => checkSwap(tokenSwap({}, THIEF), free, ROUTER)).toThrow('another exchange')
  })
  test('checks the coins that a swap sends', () => {
    const coins = shown({ from: asset(null) })
    const args = [99n, [WRAPPED, DOLLAR], ME, 9n] as const
    const data = encodeFunctionData({
      abi: ROUTER_ABI,
      functionName: 'swapExactETHForTokens',
      args,
    })
    expect(() => checkSwap({ to: ROUTER, data, value: 100n }, coins, null)).not.toThrow()
    expect(() => checkSwap({ to: ROUTER, data, value: 101n }, coins, null)).toThrow('coins')
  })
  test('error: refuses a swap into another kind of asset', () => {
    const args = [100n, 99n, [CAKE, WRAPPED], ME, 9n] as const
    const data = encodeFunctionData({
      abi: ROUTER_ABI,
      functionName: 'swapExactTokensForETH',
      args,
    })
    const built = { to: ROUTER, data, value: 0n }
    expect(() => checkSwap(built, shown({ to: asset(null) }), null)).not.toThrow()
    expect(() => checkSwap(built, shown(), null)).toThrow('swapExactTokensForETH')
  })
  test('checks wrapping and unwrapping', () => {
    const wrap = shown({ from: asset(null), to: asset(WRAPPED) })
    const deposit = encodeFunctionData({ abi: WRAPPER_ABI, functionName: 'deposit' })
    expect(() => checkSwap({ to: WRAPPED, data: deposit, value: 100n }, wrap, null)).not.toThrow()
    const unwrap = shown({ from: asset(WRAPPED), to: asset(null) })
    const args = [101n] as const
    const data = encodeFunctionData({ abi: WRAPPER_ABI, functionName: 'withdraw', args })
    expect(() => checkSwap({ to: WRAPPED, data, value: 0n }, unwrap, null)).toThrow('unwraps')
  })
})
