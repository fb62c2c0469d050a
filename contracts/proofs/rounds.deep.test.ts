import { readFileSync } from 'node:fs'
import { payoutOf, splitPot } from '@bullring/prediction/payout'
import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fault, type Lemma, lemmas } from './lemmas.ts'
import { Problem } from './problem.ts'
import { Round } from './round.ts'
import { type Solver, startSolver } from './solver.ts'
import { type SumLemma, sumLemmas } from './sums.ts'
import { parseContracts, type Syntax } from './syntax.ts'

const source = readFileSync(new URL('../src/Prediction.sol', import.meta.url), 'utf8')
const [contract, ...faulty] = parseContracts([source, ...lemmas.map(({ fault }) => inject(fault))])

let solver: Solver

beforeAll(async () => {
  solver = await startSolver()
})

afterAll(() => solver[Symbol.dispose]())

function inject({ search, replace }: Fault): string {
  const parts = source.split(search)
  if (parts.length !== 2) throw new Error(`"${search}" matches ${parts.length - 1} places`)
  return parts.join(replace)
}

function raise(): never {
  throw new Error('The contract was not parsed.')
}

/** Returns whether the assumptions can hold without the goal: `unsat` is a proof, `sat` has a counterexample. */
async function refute(problem: Problem, goal: string): Promise<string> {
  // Assumptions that contradict each other would prove anything.
  expect(await solver.check(problem.scriptWith('true'))).toMatch(/^sat/)
  return await solver.check(problem.scriptWith(`(not ${goal})`))
}

function refuteLemma({ goal }: Lemma, syntax: Syntax | undefined): Promise<string> {
  const round = new Round(syntax ?? raise())
  const statement = goal(round)
  return refute(round.problem, statement)
}

function refuteSum({ numbers, goal }: SumLemma, known: readonly string[]): Promise<string> {
  const problem = new Problem()
  for (const number of numbers) problem.integer(number)
  for (const condition of known) problem.assume(condition)
  return refute(problem, goal)
}

const byTitle = lemmas.map((lemma, index) => [lemma.title, lemma, faulty[index]] as const)
const sumsByTitle = sumLemmas.map((lemma) => [lemma.title, lemma] as const)

describe('Prediction', () => {
  test.each(byTitle)('%s', async (_, lemma) => {
    expect(await refuteLemma(lemma, contract)).toBe('unsat')
  })

  test.each(byTitle)('error: a faulty contract refutes "%s"', async (_, lemma, syntax) => {
    expect(await refuteLemma(lemma, syntax)).toMatch(/^sat/)
  })
})

describe('sums', () => {
  test.each(sumsByTitle)('%s', async (_, lemma) => {
    expect(await refuteSum(lemma, lemma.known)).toBe('unsat')
  })

  test.each(sumsByTitle)('error: each condition is needed for "%s"', async (_, lemma) => {
    for (const condition of lemma.known) {
      const others = lemma.known.filter((other) => other !== condition)
      expect(await refuteSum(lemma, others), condition).toMatch(/^sat/)
    }
  })
})

describe('Problem', () => {
  const [least, most, side] = [1n, 2n ** 120n - 1n, 10n ** 18n] as const

  test.each([
    [
      'the smallest bets',
      { winning: least, losing: least, feeBps: 1_000n, multiple: 101n, stake: least },
    ],
    [
      'the largest sides',
      { winning: most, losing: most, feeBps: 1_000n, multiple: 2n ** 32n - 1n, stake: most },
    ],
    ['no limit', { winning: least, losing: most, feeBps: 300n, multiple: 0n, stake: least }],
    [
      'a limited match',
      { winning: side, losing: 100n * side + 7n, feeBps: 300n, multiple: 2_000n, stake: 333n },
    ],
    [
      'a capped fee',
      { winning: 99n * side, losing: side, feeBps: 300n, multiple: 2_000n, stake: side - 1n },
    ],
  ])(
    'computes what the rules compute with %s',
    async (_, { winning, losing, feeBps, multiple, stake }) => {
      const rules = {
        treasuryFee: toBasisPoints(Number(feeBps)),
        maxPayoutMultiple: Number(multiple),
        isFeeCapped: true,
      }
      const split = splitPot(
        { bullAmount: toWei(winning), bearAmount: toWei(losing) },
        'bull',
        rules,
      )
      const round = new Round(contract ?? raise())
      const values = [winning, losing, feeBps, multiple]
      const names = [round.winning, round.losing, round.feeBps, round.maxPayoutMultiple]
      for (const [index, name] of names.entries())
        round.problem.assume(`(= ${name} ${values[index]})`)
      const { reward, fee } = round.split()
      const goal = [
        `(= ${reward} ${split.rewardAmount})`,
        `(= ${fee} ${split.treasuryAmount})`,
        `(= ${round.payout(`${stake}`)} ${payoutOf(toWei(stake), split)})`,
        `(= ${round.returned(`${losing}`)} ${split.returnedAmount})`,
      ]
      expect(await refute(round.problem, `(and ${goal.join(' ')})`)).toBe('unsat')
    },
  )
})
