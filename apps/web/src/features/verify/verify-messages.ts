import type { Position } from '@bullring/prediction/payout'
import type { RefundReason, RoundState } from '@bullring/prediction/round-state'
import type { UnixSeconds } from '@bullring/prediction/units'
import { formatTime } from '#format/format.ts'
import type { MessagesByLanguage } from '#i18n/language.ts'
import { POSITION_LABELS } from '#ui/position-messages.ts'
import type { StrikeVerdict } from './derive-proof.ts'

const REFUNDS: Record<RefundReason, string> = {
  'one-sided': 'Only one side has stakes, so every stake comes back.',
  tie: 'Close price = lock price, so every stake comes back.',
  'no-price': 'A price is missing for good, so every stake comes back.',
}

function result(state: RoundState): string {
  switch (state.kind) {
    case 'settled':
      return state.winner === null ? 'No one won.' : `${POSITION_LABELS[state.winner]} won.`
    case 'refund':
      return REFUNDS[state.reason]
    case 'open':
    case 'locked':
    case 'settling':
      return 'Not decided on the chain yet.'
  }
}

const VERDICTS: Record<StrikeVerdict, string> = {
  first: 'The first oracle answer at or after the due time: the one before came earlier.',
  late: 'The first oracle answer came too late to count. The round returns every stake.',
  unsettled: 'No oracle answer reached the contract in time. The round returns every stake.',
  pending: 'Not on the chain yet.',
  wrong: 'The price in the contract does not follow from the oracle.',
}

const en = {
  title: (epoch: bigint) => `Verify #${epoch}`,
  lead: 'Your browser reads the contract and the price feed and recalculates everything.',
  reading: 'Reading the chain',
  proven: 'Everything follows from the chain.',
  notProven: 'Not everything on this page follows from the chain. See the crosses below.',
  failed: 'The chain could not be read, so nothing is proven.',
  retry: 'Try again',
  steps: {
    times: 'Times',
    lock: 'Locked price',
    close: 'Closed price',
    pool: 'Prize pool',
    result: 'Result',
    payout: 'Payout',
  },
  isProven: 'proven',
  isNotProven: 'does not match',
  verdicts: VERDICTS,
  result,
  pageShows: (price: string) => `This page shows ${price}.`,
  genesisFormula: 'genesis + epoch × interval',
  locks: 'Locks',
  closes: 'Closes',
  pricesDue: 'Prices due',
  laterBy: (seconds: number) => `${seconds} s after each`,
  before: 'Round before',
  settling: 'Settling round',
  due: 'Due',
  noRound: 'not in the feed',
  at: (time: UnixSeconds) => `at ${formatTime(time)}`,
  compared: (close: string, sign: string, lock: string) => `close ${close} ${sign} lock ${lock}`,
  fee: 'Fee',
  matched: 'Matched stakes',
  reward: 'For the winners',
  returned: 'Back to the losers',
  multiple: (position: Position) => `${POSITION_LABELS[position]} pays`,
  noBets: 'There were no bets, so nothing is paid.',
  refunded: 'Each stake is returned once, without a fee.',
  source: (block: bigint) => `Read at block ${block} from`,
  contract: 'contract',
  feed: 'price feed',
}

export type VerifyMessages = typeof en

/** Texts of the proof of a round. */
export const VERIFY_MESSAGES: MessagesByLanguage<VerifyMessages> = { en }
