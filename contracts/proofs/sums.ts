/** A statement about integers that follows from what `lemmas.ts` proves of the contract. */
export type SumLemma = {
  title: string
  numbers: readonly string[]
  /** Conditions in SMT-LIB. Without any one of them the statement is wrong. */
  known: readonly string[]
  goal: string
}

const LARGEST_PAYOUT = 2n ** 121n - 1n
const LARGEST_PRICE = 2n ** 127n - 1n
const LARGEST_FEES = 2n ** 128n - 1n
const EPOCHS = 2n ** 32n

/** The payment of `count` bets of `stakes`, `paid` in all, is less than `count` wei below their share of `shared`. */
const missing = (count: string, stakes: string, paid: string) =>
  `(<= 0 (- (* ${stakes} shared) (* side ${paid})) (* ${count} (- side 1)))`

export const sumLemmas: readonly SumLemma[] = [
  {
    title: 'another bet adds less than 1 wei to what the bets of a side miss',
    numbers: ['side', 'shared', 'count', 'stakes', 'paid', 'stake', 'payment'],
    known: [missing('count', 'stakes', 'paid'), missing('1', 'stake', 'payment')],
    goal: missing('(+ count 1)', '(+ stakes stake)', '(+ paid payment)'),
  },
  {
    title: 'all bets of a side get at most what it shares, and miss less than 1 wei a bet',
    numbers: ['side', 'shared', 'count', 'paid'],
    known: [missing('count', 'side', 'paid'), '(<= 1 count)'],
    goal: '(<= 0 (- shared paid) (- count 1))',
  },
  {
    title: 'payouts, returned parts and fee are at most the pool, and miss less than 1 wei a bet',
    numbers: [
      'winning',
      'losing',
      'matched',
      'reward',
      'fee',
      'unmatched',
      'winners',
      'payouts',
      'losers',
      'returned',
    ],
    known: [
      '(= (+ reward fee) (+ winning matched))',
      '(= (+ matched unmatched) losing)',
      '(<= 0 (- reward payouts) (- winners 1))',
      '(<= 0 (- unmatched returned) (- losers 1))',
    ],
    goal: '(<= 0 (- (+ winning losing) (+ payouts returned fee)) (- (+ winners losers) 1))',
  },
  {
    title: 'claim: the sum of an account never overflows',
    numbers: ['claims', 'total', 'amount'],
    known: [
      `(<= 0 claims ${EPOCHS - 1n})`,
      `(<= 0 total (* claims ${LARGEST_PAYOUT}))`,
      `(<= 0 amount ${LARGEST_PAYOUT})`,
    ],
    goal: `(and (<= 0 (+ total amount) (* (+ claims 1) ${LARGEST_PAYOUT})) (<= (+ total amount) ${2n ** 256n - 1n}))`,
  },
  {
    title: '_priceChange: the difference of two prices never overflows',
    numbers: ['lockPrice', 'closePrice'],
    known: [`(<= 0 lockPrice ${LARGEST_PRICE})`, `(<= 0 closePrice ${LARGEST_PRICE})`],
    goal: `(<= ${-(2n ** 255n)} (- closePrice lockPrice) ${2n ** 255n - 1n})`,
  },
  {
    title: 'fees have at most 128 bits until 2^128 times 10 wei were staked',
    numbers: ['earned', 'staked', 'fee', 'pool'],
    known: [
      '(<= (* 10 earned) staked)',
      '(<= (* 10 fee) pool)',
      `(<= (+ staked pool) ${10n * LARGEST_FEES})`,
    ],
    goal: `(and (<= (* 10 (+ earned fee)) (+ staked pool)) (<= (+ earned fee) ${LARGEST_FEES}))`,
  },
]
