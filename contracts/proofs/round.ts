import { Evaluator, type Fields, type Value } from './evaluate.ts'
import { Problem } from './problem.ts'
import type { Syntax } from './syntax.ts'

/** Any round with a winner that the contract accepts, and the contract's results for it, as terms of the solver. */
export class Round {
  readonly problem = new Problem()
  /** Wei on the winning and on the losing side. */
  readonly winning: string
  readonly losing: string
  readonly feeBps: string
  readonly maxPayoutMultiple: string
  readonly #syntax: Syntax
  readonly #terms: Fields<string>

  constructor(syntax: Syntax) {
    this.#syntax = syntax
    const { problem } = this
    this.winning = this.#declare('winning', 1, syntax.bitsOf('Pool', 'bull'))
    this.losing = this.#declare('losing', 1, syntax.bitsOf('Pool', 'bear'))
    this.feeBps = this.#declare('fee-bps', 0, syntax.bitsOf('Pool', 'feeBps'))
    this.maxPayoutMultiple = this.#declare('max-payout-multiple', 0, 256)
    problem.boolean('is-claimed')
    problem.boolean('is-refunded')
    const contract = new Evaluator(syntax, problem)
    contract.call('_toTreasuryFee', [this.feeBps])
    contract.call('_checkMaxPayoutMultiple', [this.maxPayoutMultiple])
    const settings = { maxPayoutMultiple: this.maxPayoutMultiple }
    const maxGain = syntax.initialValueOf('_maxGainMultiple')
    this.#terms = { _maxGainMultiple: contract.evaluate(maxGain, { settings }) }
  }

  /** Declares a bet on a side. */
  stakeOn(side: string): string {
    const stake = this.problem.integer('stake')
    this.problem.assume(`(<= 1 ${stake} ${side})`)
    return stake
  }

  matched(): string {
    return this.#number('_matched', [this.winning, this.losing])
  }

  split(): { reward: string; fee: string } {
    const result = this.#call('_split', [this.winning, this.losing, this.feeBps])
    const [reward, fee] = Array.isArray(result) ? result : []
    return { reward: toTerm(reward), fee: toTerm(fee) }
  }

  payout(stake: string): string {
    return this.#number('_payout', [stake, this.winning, this.losing, this.feeBps])
  }

  returned(stake: string): string {
    return this.#number('_returned', [stake, this.winning, this.losing])
  }

  /**
   * Returns the wei that a claim pays, unless it reverts. `change` is the sign of the price change: 1, -1, or 0 without
   * a winner.
   */
  claimed(stake: string, isBull: boolean, change: 1 | 0 | -1): string {
    const [bull, bear] = change < 0 ? [this.losing, this.winning] : [this.winning, this.losing]
    const bet = { amount: stake, isBull: String(isBull), claimed: 'is-claimed' }
    return this.#number('_collect', [bet, 'epoch'], {
      '_epochs[epoch]': { pool: { bull, bear, feeBps: this.feeBps } },
      '_priceChange()': String(change),
      '_isRefunded()': 'is-refunded',
    })
  }

  #declare(name: string, least: number, bits: number): string {
    this.problem.assume(`(<= ${least} ${this.problem.integer(name)} ${2n ** BigInt(bits) - 1n})`)
    return name
  }

  #number(name: string, args: readonly Value<string>[], state: Fields<string> = {}): string {
    return toTerm(this.#call(name, args, state))
  }

  #call(name: string, args: readonly Value<string>[], state: Fields<string> = {}): Value<string> {
    return new Evaluator(this.#syntax, this.problem, { ...this.#terms, ...state }).call(name, args)
  }
}

function toTerm(value: Value<string> | undefined): string {
  if (typeof value !== 'string') throw new Error('The function does not return one number.')
  return value
}
