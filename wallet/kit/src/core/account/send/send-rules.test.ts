import { describe, expect, test } from 'vitest'
import type { Asset } from '../asset.ts'
import { addressIn, feeOf, isName, maxAmount, type SendDraft, sendProblem } from './send-rules.ts'

const TOKEN = '0x55d398326f99059fF775485246999027B3197955'
const FRIEND = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'

const COIN: Asset = {
  chainId: 56,
  name: 'BNB',
  symbol: 'BNB',
  decimals: 18,
  address: null,
  balance: 10n ** 18n,
  price: null,
  iconUrl: null,
}
const USDT: Asset = {
  ...COIN,
  name: 'Tether',
  symbol: 'USDT',
  decimals: 6,
  address: TOKEN,
  balance: 5_000_000n,
}

const GOOD: SendDraft = {
  asset: COIN,
  amount: '0.5',
  receiver: FRIEND,
  address: FRIEND,
  coinBalance: 10n ** 18n,
  fee: 10n ** 14n,
  isSmartAccount: false,
}

describe('sendProblem', () => {
  test.each<[string, Partial<SendDraft>, string | null]>([
    ['nothing is wrong', {}, null],
    ['no token is chosen', { asset: null, amount: '', receiver: '' }, 'selectToken'],
    ['the amount has too many decimals', { asset: USDT, amount: '0.0000001' }, 'incorrectValue'],
    ['the amount is not a number', { amount: 'x', receiver: '' }, 'incorrectValue'],
    ['there is no amount', { amount: '', address: null, receiver: '' }, 'addAmount'],
    ['the amount is zero', { amount: '0.0' }, 'addAmount'],
    ['the balance is too low', { amount: '1.1', receiver: '' }, 'insufficientFunds'],
    ['amount and fee exceed the balance', { amount: '1' }, 'insufficientGas'],
    ['amount and fee just fit', { amount: '0.9999' }, null],
    [
      'no coins to pay the fee of a token transfer',
      { asset: USDT, amount: '1', coinBalance: 0n },
      'insufficientGas',
    ],
    [
      'too few coins for the fee of a token',
      { asset: USDT, amount: '1', coinBalance: 1n },
      'insufficientGas',
    ],
    [
      'a smart account without coins sends a token',
      { asset: USDT, amount: '1', coinBalance: 0n, isSmartAccount: true },
      null,
    ],
    [
      'a smart account has fewer tokens than the amount',
      { asset: USDT, amount: '6', coinBalance: 0n, isSmartAccount: true },
      'insufficientFunds',
    ],
    [
      'a smart account has fewer coins than the amount',
      { amount: '1.1', isSmartAccount: true },
      'insufficientFunds',
    ],
    ['all tokens are sent', { asset: USDT, amount: '5', coinBalance: 10n ** 14n }, null],
    ['the fee is unknown', { amount: '1', fee: null }, null],
    ['the coin balance is unknown', { asset: USDT, amount: '1', coinBalance: null }, null],
    ['no receiver', { receiver: ' ', address: null }, 'addAddress'],
    ['an invalid receiver', { receiver: '0x12', address: null }, 'invalidAddress'],
    [
      'the zero address',
      { address: '0x0000000000000000000000000000000000000000' },
      'invalidAddress',
    ],
    ['the token itself', { asset: USDT, amount: '1', address: TOKEN }, 'invalidAddress'],
  ])('%s', (_, change, problem) => {
    expect(sendProblem({ ...GOOD, ...change })).toBe(problem)
  })
})

describe('feeOf', () => {
  test('uses the estimate, else the default gas of coin or token', () => {
    expect(feeOf(COIN, 30_000n, 2n)).toBe(60_000n)
    expect(feeOf(COIN, null, 2n)).toBe(42_000n)
    expect(feeOf(USDT, null, 2n)).toBe(300_000n)
  })
})

describe('maxAmount', () => {
  test('keeps 120 % of the fee', () => {
    expect(maxAmount(COIN, 10n ** 17n)).toBe(10n ** 18n - 12n * 10n ** 16n)
  })
  test('can be sent without a problem', () => {
    const amount = '0.88'
    expect(sendProblem({ ...GOOD, amount, fee: 10n ** 17n })).toBeNull()
  })
  test('is never below zero', () => expect(maxAmount(COIN, 10n ** 18n)).toBe(0n))
  test('is the whole balance of a token', () =>
    expect(maxAmount(USDT, 10n ** 18n)).toBe(USDT.balance))
})

describe('addressIn', () => {
  test.each([
    [` ${FRIEND} `, FRIEND],
    [FRIEND.toLowerCase(), FRIEND],
    [`\u200e${FRIEND}\u00a0`, FRIEND],
    [FRIEND.replace('0x8ba1', '０ｘ８ｂａ１'), FRIEND],
    [FRIEND.replace('b', 'B'), null],
    ['alice.eth', null],
  ])('reads %j as %s', (text, address) => expect(addressIn(text)).toBe(address))
})

describe('isName', () => {
  test.each([
    ['alice.eth', true],
    ['pay.alice.eth', true],
    ['alice。eth', true],
    ['\u200ealice．eth\u00a0', true],
    ['alice', false],
    ['alice.', false],
    ['a b.eth', false],
  ])('%j: %s', (text, expected) => expect(isName(text)).toBe(expected))
})
