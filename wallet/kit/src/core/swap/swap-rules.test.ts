import { ApiProblemError, ApiUnreachableError } from '@bullring/wire/http/request-errors'
import { UserRejectedRequestError } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Asset } from '#core/account/asset.ts'
import { NoQuoteError } from './no-quote-error.ts'
import { swapAssets } from './swap-assets.ts'
import { swapFailureOf } from './swap-failure.ts'
import { swapProblem } from './swap-problem.ts'
import { startOfSwap } from './swap-start.ts'
import { UnexpectedTransactionError } from './unexpected-transaction-error.ts'

const CAKE = '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82'
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

const asset = (overrides: Partial<Asset> = {}): Asset => ({
  chainId: 56,
  name: 'Coin',
  symbol: 'BNB',
  decimals: 18,
  balance: 10n,
  price: null,
  iconUrl: null,
  address: null,
  ...overrides,
})
const token = (overrides: object = {}) => ({
  name: 'Cake',
  symbol: 'CAKE',
  decimals: 18,
  logoUri: '',
  address: `eip155:56:${CAKE}` as const,
  ...overrides,
})

describe('swapAssets', () => {
  test('adds balances, and knows the coin', () => {
    const coin = token({ symbol: 'BNB', address: `eip155:56:${NATIVE}` })
    const held = [asset({ price: 600 }), asset({ address: CAKE, balance: 7n })]
    const [first, second] = swapAssets([coin, token()], held, 56)
    expect(first).toMatchObject({ address: null, balance: 10n, price: 600 })
    expect(second).toMatchObject({ address: CAKE, balance: 7n })
  })
  test('error: leaves out other chains, wrong addresses and changed decimals', () => {
    const held = [asset({ address: CAKE, decimals: 6 })]
    const wrong = [token({ address: `eip155:1:${CAKE}` }), token({ address: 'eip155:56:0x12' })]
    expect(swapAssets([...wrong, token()], held, 56)).toEqual([])
  })
})

describe('startOfSwap', () => {
  const cake = asset({ symbol: 'CAKE', address: CAKE })
  test('starts with the coin, or with the tokens that the app names', () => {
    expect(startOfSwap({}, [asset(), cake])).toMatchObject({ to: null, amount: '' })
    const named = startOfSwap({ fromToken: 'cake', toToken: 'BNB', amount: '1,000.5' }, [
      asset(),
      cake,
    ])
    expect(named).toMatchObject({ from: `eip155:56:${CAKE}`, to: `eip155:56:${NATIVE}` })
  })
  test('error: does not choose between tokens of the same symbol', () => {
    const other = asset({ symbol: 'CAKE', address: '0x55d398326f99059fF775485246999027B3197955' })
    expect(startOfSwap({ toToken: 'CAKE' }, [asset(), cake, other]).to).toBeNull()
  })
})

test('swapProblem names the first problem', () => {
  const draft = {
    from: asset(),
    to: asset({ address: CAKE }),
    amount: '',
    coinBalance: 10n,
    fee: 3n,
    isSmartAccount: false,
  }
  const wei = '0.000000000000000001'
  expect(swapProblem({ ...draft, to: null })).toBe('selectToken')
  expect(swapProblem(draft)).toBe('enterAmount')
  expect(swapProblem({ ...draft, amount: '1,000.5' })).toBe('incorrectAmount')
  expect(swapProblem({ ...draft, amount: '1' })).toBe('insufficientBalance')
  expect(swapProblem({ ...draft, amount: '0.000000000000000008' })).toBe('insufficientGas')
  expect(swapProblem({ ...draft, amount: wei, coinBalance: 0n })).toBe('insufficientGas')
  expect(swapProblem({ ...draft, amount: wei, coinBalance: 0n, isSmartAccount: true })).toBeNull()
  expect(swapProblem({ ...draft, amount: wei })).toBeNull()
})

test('swapFailureOf tells causes apart', () => {
  const problem = (status: number, problemCode: string | null) =>
    new ApiProblemError('http://a/b', {
      status,
      problemCode,
      retryAfterSeconds: null,
      detail: null,
    })
  expect(swapFailureOf(problem(422, 'swap.no-route'))).toBe('noRoute')
  expect(swapFailureOf(problem(409, 'swap.price-moved'))).toBe('priceMoved')
  expect(swapFailureOf(problem(422, 'swap.reverts'))).toBe('wouldFail')
  expect(swapFailureOf(problem(501, null))).toBe('notOffered')
  expect(swapFailureOf(problem(500, null))).toBe('serviceUnreachable')
  expect(swapFailureOf(new ApiUnreachableError('http://a/b'))).toBe('serviceUnreachable')
  expect(swapFailureOf(new NoQuoteError('none'))).toBe('noRoute')
  expect(swapFailureOf(new UnexpectedTransactionError('x'))).toBe('notAsShown')
  expect(swapFailureOf(new UserRejectedRequestError(new Error('no')))).toBe('declined')
})
