import { readFileSync } from 'node:fs'
import { payoutOf, returnOf, splitPot } from '@bullring/prediction/payout'
import { toBasisPoints, toWei } from '@bullring/prediction/units'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Evaluator } from './evaluate.ts'
import { integers, RevertError } from './integers.ts'
import { parseContracts, type Syntax } from './syntax.ts'

const source = readFileSync(new URL('../src/Prediction.sol', import.meta.url), 'utf8')
const RETURNS_EARLY =
  'function f(uint256 a) returns (uint256 b) { if (a == 0) return 5; else b = 7; b = b * 2; }'

const REFUSED = [
  ['arithmetic of another width', 'function f(uint128 a) returns (uint256) { return a; }'],
  ['a loop', 'function f(uint256 a) returns (uint256) { while (a > 0) {} return a; }'],
  ['assembly', 'function f(uint256 a) returns (uint256) { assembly { a := 1 } return a; }'],
  ['a call for its effect', 'function f(uint256 a) returns (uint256) { g(a); return a; }'],
  ['an operator with assignment', 'function f(uint256 a) returns (uint256) { a += 1; return a; }'],
  ['a shift', 'function f(uint256 a) returns (uint256) { return a << 1; }'],
  ['a unit', 'function f(uint256 a) returns (uint256) { return a + 1 ether; }'],
  ['a negation', 'function f(uint256 a) returns (uint256) { return -a; }'],
  ['named arguments', 'function f(uint256 a) returns (uint256) { return f({a: a}); }'],
  ['another entry', 'function f(uint256 a) returns (uint256) { return g[a + 1]; }'],
] as const

const EMPTY = 'struct S { bool a; } constructor() {}'

const bodies = [RETURNS_EARLY, EMPTY, ...REFUSED.map(([, code]) => code)]
const [contract, returnsEarly, empty, ...refused] = parseContracts([
  source,
  ...bodies.map((body) => `contract C { ${body} }`),
]) as [Syntax, Syntax, Syntax, ...Syntax[]]

const LARGEST_STAKE = 2n ** 120n - 1n

function deployed(maxPayoutMultiple: bigint): Evaluator<bigint> {
  const creation = new Evaluator(contract, integers)
  creation.call('_checkMaxPayoutMultiple', [maxPayoutMultiple])
  const expression = contract.initialValueOf('_maxGainMultiple')
  const maxGain = creation.evaluate(expression, { settings: { maxPayoutMultiple } })
  return new Evaluator(contract, integers, { _maxGainMultiple: maxGain })
}

describe('Evaluator', () => {
  test('property: the source of the contract computes what the rules compute', () => {
    const extremes = fc.constantFrom(1n, 2n, 99n, 100n, 10_000n, LARGEST_STAKE - 1n, LARGEST_STAKE)
    const side = fc.oneof(extremes, fc.bigInt(1n, LARGEST_STAKE), fc.bigInt(1n, 10n ** 20n))
    const fees = fc.oneof(fc.constantFrom(0, 1, 1_000), fc.integer({ min: 0, max: 1_000 }))
    const multiples = fc.oneof(
      fc.constantFrom(0, 101, 2_000, 2 ** 32 - 1),
      fc.integer({ min: 101, max: 2 ** 32 - 1 }),
    )
    fc.assert(
      fc.property(side, side, side, fees, multiples, (bulls, bears, seed, fee, multiple) => {
        const rules = {
          treasuryFee: toBasisPoints(fee),
          maxPayoutMultiple: multiple,
          isFeeCapped: true,
        }
        const split = splitPot(
          { bullAmount: toWei(bulls), bearAmount: toWei(bears) },
          'bull',
          rules,
        )
        const market = deployed(BigInt(multiple))
        const [won, lost] = [(seed % bulls) + 1n, (seed % bears) + 1n]
        const feeBps = BigInt(fee)
        expect(market.call('_split', [bulls, bears, feeBps])).toEqual([
          split.rewardAmount,
          split.treasuryAmount,
        ])
        expect(market.call('_matched', [bulls, bears])).toBe(bears - split.returnedAmount)
        expect(market.call('_payout', [won, bulls, bears, feeBps])).toBe(
          payoutOf(toWei(won), split),
        )
        expect(market.call('_returned', [lost, bulls, bears])).toBe(returnOf(toWei(lost), split))
      }),
    )
  })

  test('error: reverts where the contract does', () => {
    for (const multiple of [0n, 101n, 2n ** 32n - 1n]) deployed(multiple)
    for (const multiple of [1n, 100n, 2n ** 32n]) {
      expect(() => deployed(multiple)).toThrow(RevertError)
    }
  })

  test('cuts a number to its type', () => {
    const evaluator = new Evaluator(contract, integers)
    expect(evaluator.call('_toUint32', [2n ** 32n + 7n])).toBe(7n)
    expect(() => evaluator.call('_toTreasuryFee', [1001n])).toThrow(RevertError)
  })

  test('returns from a branch', () => {
    const evaluator = new Evaluator(returnsEarly, integers)
    expect(evaluator.call('f', [0n])).toBe(5n)
    expect(evaluator.call('f', [1n])).toBe(14n)
  })

  test.each(REFUSED.map(([name], index) => [name, refused[index] as Syntax] as const))(
    'error: refuses %s',
    (_, syntax) => {
      const evaluator = new Evaluator(syntax, integers)
      expect(() => evaluator.call('f', [1n])).toThrow('Not supported by the proofs')
    },
  )
})

describe('Syntax', () => {
  test('has no unchecked block without a proof', () => {
    expect(contract.uncheckedFunctions()).toEqual([
      'claim',
      '_priceChange',
      '_matched',
      '_split',
      '_payout',
      '_returned',
    ])
  })

  test('has the widths that the proofs of sums and prices assume', () => {
    expect(contract.bitsOf('Strike', 'price')).toBe(128)
    expect(contract.bitsOf('Bet', 'previousEpoch')).toBe(32)
    expect(contract.bitsOf('Treasury', 'earned')).toBe(128)
  })

  test('error: names what a contract lacks', () => {
    expect(() => empty.functionOf('f')).toThrow('The contract has no function f.')
    expect(() => empty.initialValueOf('a')).toThrow('The constructor assigns nothing to a.')
    expect(() => empty.bitsOf('S', 'a')).toThrow('S.a is no number.')
    expect(() => parseContracts(['contract {'])).toThrow('The contract does not compile')
  })
})
