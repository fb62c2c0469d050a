import type { Round } from './round.ts'

/** A change of `Prediction.sol`. */
export type Fault = { search: string; replace: string }

/** A statement about every round with a winner. */
export type Lemma = {
  title: string
  /** Returns the statement in SMT-LIB. */
  goal: (round: Round) => string
  /** A contract with this fault has a counterexample. */
  fault: Fault
}

const SPLIT = 'reward = winning + matched - fee;'
const PAYOUT = 'return amount * reward / winning;'
const RETURNED = 'return amount * (losing - _matched(winning, losing)) / losing;'
const REFUND = 'require(_isRefunded(epoch, bull, bear), RoundUndecided(epoch));'

const isSafe = ({ problem }: Round) => `(and ${problem.safety.join(' ')})`

/** States that `paid` is `shared * stake / side`, rounded down. */
function isShare(paid: string, stake: string, shared: string, side: string): string {
  return `(<= 0 (- (* ${stake} ${shared}) (* ${side} ${paid})) (- ${side} 1))`
}

export const lemmas: readonly Lemma[] = [
  {
    title: 'a right prediction never pays less than its stake',
    goal(round) {
      const stake = round.stakeOn(round.winning)
      return `(<= ${stake} ${round.payout(stake)})`
    },
    fault: { search: 'if (fee > matched) fee = matched;', replace: '' },
  },
  {
    title: 'a payout never exceeds the maximum multiple of its stake',
    goal(round) {
      const stake = round.stakeOn(round.winning)
      const { maxPayoutMultiple: multiple } = round
      return `(=> (distinct ${multiple} 0) (<= (* 100 ${round.payout(stake)}) (* ${stake} ${multiple})))`
    },
    fault: {
      search: ': settings.maxPayoutMultiple - MULTIPLE_OF_ONE;',
      replace: ': settings.maxPayoutMultiple;',
    },
  },
  {
    title: 'the match and what returns to the losing side are its stakes',
    goal(round) {
      const { losing } = round
      const [matched, returned] = [round.matched(), round.returned(losing)]
      return `(and (<= 0 ${matched} ${losing}) (= (+ ${matched} ${returned}) ${losing}))`
    },
    fault: {
      search: RETURNED,
      replace: 'return amount * (losing - _matched(winning, losing)) / (losing + 1);',
    },
  },
  {
    title: 'reward and fee are the winning side and its match',
    goal(round) {
      const { reward, fee } = round.split()
      return `(= (+ ${reward} ${fee}) (+ ${round.winning} ${round.matched()}))`
    },
    fault: { search: SPLIT, replace: 'reward = winning + losing - fee;' },
  },
  {
    title: 'the fee is at most a tenth of the winning side and its match, and at most the match',
    goal(round) {
      const [{ fee }, matched] = [round.split(), round.matched()]
      return `(and (<= 0 ${fee} ${matched}) (<= (* 10 ${fee}) (+ ${round.winning} ${matched})))`
    },
    fault: { search: 'MAX_TREASURY_FEE = 1000;', replace: 'MAX_TREASURY_FEE = 1001;' },
  },
  {
    title: 'a payout is the share of the stake in the reward, rounded down',
    goal(round) {
      const stake = round.stakeOn(round.winning)
      return isShare(round.payout(stake), stake, round.split().reward, round.winning)
    },
    fault: { search: PAYOUT, replace: 'return (amount * reward + winning - 1) / winning;' },
  },
  {
    title: 'a returned part is the share of the stake in what the match leaves, rounded down',
    goal(round) {
      const stake = round.stakeOn(round.losing)
      const unmatched = `(- ${round.losing} ${round.matched()})`
      return isShare(round.returned(stake), stake, unmatched, round.losing)
    },
    fault: {
      search: RETURNED,
      replace: 'return (amount * (losing - _matched(winning, losing)) + losing - 1) / losing;',
    },
  },
  {
    title: 'a lost bet never gets more than its stake',
    goal(round) {
      const stake = round.stakeOn(round.losing)
      return `(<= 0 ${round.returned(stake)} ${stake})`
    },
    fault: {
      search: RETURNED,
      replace: 'return amount * (losing + _matched(winning, losing)) / losing;',
    },
  },
  {
    title: 'a claim pays a right prediction its payout',
    goal(round) {
      const stake = round.stakeOn(round.winning)
      const payout = round.payout(stake)
      return `(= ${payout} ${round.claimed(stake, true, 1)} ${round.claimed(stake, false, -1)})`
    },
    fault: {
      search: 'priceChange > 0 ? (bull, bear) : (bear, bull)',
      replace: 'priceChange > 0 ? (bear, bull) : (bull, bear)',
    },
  },
  {
    title: 'a claim pays a lost bet its returned part',
    goal(round) {
      const stake = round.stakeOn(round.losing)
      const returned = round.returned(stake)
      return `(= ${returned} ${round.claimed(stake, false, 1)} ${round.claimed(stake, true, -1)})`
    },
    fault: {
      search: 'if (bet.isBull == (change > 0))',
      replace: 'if (bet.isBull == (change < 0))',
    },
  },
  {
    title: 'a claim of a round without a winner pays the whole stake',
    goal(round) {
      const stake = round.stakeOn(round.winning)
      return `(= ${stake} ${round.claimed(stake, true, 0)} ${round.claimed(stake, false, 0)})`
    },
    fault: {
      search: REFUND,
      replace: `${REFUND} amount = amount - amount * data.pool.feeBps / BASIS_POINTS_IN_WHOLE;`,
    },
  },
  {
    title: 'a payout has at most 121 bits',
    goal(round) {
      return `(<= 0 ${round.payout(round.stakeOn(round.winning))} ${2n ** 121n - 1n})`
    },
    fault: { search: PAYOUT, replace: 'return amount * reward;' },
  },
  {
    title: '_matched never overflows',
    goal(round) {
      round.matched()
      return isSafe(round)
    },
    fault: { search: 'multiple <= type(uint32).max', replace: 'multiple <= type(uint256).max' },
  },
  {
    title: '_split never overflows',
    goal(round) {
      round.split()
      return isSafe(round)
    },
    fault: { search: SPLIT, replace: 'reward = winning - fee + matched;' },
  },
  {
    title: '_payout never overflows',
    goal(round) {
      round.payout(round.stakeOn(round.winning))
      return isSafe(round)
    },
    fault: { search: PAYOUT, replace: 'return amount * reward * reward / winning / reward;' },
  },
  {
    title: '_returned never overflows',
    goal(round) {
      round.returned(round.stakeOn(round.losing))
      return isSafe(round)
    },
    fault: {
      search: 'return maxGain < losing ? maxGain : losing;',
      replace: 'return maxGain;',
    },
  },
]
