import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of the proof of a round. */
export const VERIFY_MESSAGES = defineMessages('verify', {
  title: message('Verify #{epoch}', 'epoch'),
  lead: 'Your browser reads the contract and the price feed and recalculates everything.',
  checking: 'Checking this result on the chain',
  verified: 'Verified by your browser',
  notVerified: 'This result does not match the chain',
  notChecked: 'Not checked: the chain could not be read',
  reading: 'Reading the chain',
  plain: message(
    'Round #{epoch} closed {change} {winner, select, bull {higher, so UP} other {lower, so DOWN}} was right.',
    'epoch',
    'change',
    'winner',
  ),
  proven: 'Everything matches the chain.',
  notProven: 'Not everything on this page matches the chain. See the crosses below.',
  failed: 'The chain could not be read, so nothing is proven.',
  retry: 'Try again',
  isProven: 'proven',
  isNotProven: 'does not match',
  sideWon: message(
    '{winner, select, bull {UP won.} bear {DOWN won.} other {No one won.}}',
    'winner',
  ),
  refundOneSided: 'Only one side has stakes, so every stake comes back.',
  refundTie: 'Close price = lock price, so every stake comes back.',
  refundNoPrice: 'A price is missing for good, so every stake comes back.',
  notDecided: 'Not decided on the chain yet.',
  pageShows: message('This page shows {price}.', 'price'),
  genesisFormula: 'genesis + epoch × interval',
  locks: 'Locks',
  closes: 'Closes',
  pricesDue: 'Prices due',
  laterBy: message('{seconds} s after each', 'seconds'),
  before: 'Round before',
  settling: 'Settling round',
  due: 'Due',
  noRound: 'not in the feed',
  at: message('at {time}', 'time'),
  compared: message('close {close} {sign} lock {lock}', 'close', 'sign', 'lock'),
  fee: 'Fee',
  matched: 'Matched stakes',
  reward: 'For the winners',
  returned: 'Back to the losers',
  multiple: message('{position, select, bull {UP} other {DOWN}} pays', 'position'),
  noBets: 'There were no bets, so nothing is paid.',
  refunded: 'Each stake is returned once, without a fee.',
  source: message('Read at block {block} from', 'block'),
  contract: 'contract',
  feed: 'price feed',
})

export type VerifyMessages = MessagesOf<typeof VERIFY_MESSAGES>

/** Headings of the steps of a proof. */
export const PROOF_STEP_MESSAGES = defineMessages('proof-step', {
  times: 'Times',
  lock: 'Locked price',
  close: 'Closed price',
  pool: 'Prize pool',
  result: 'Result',
  payout: 'Payout',
})

/** Verdicts on a price, with their reasons. */
export const STRIKE_VERDICT_MESSAGES = defineMessages('strike-verdict', {
  first: 'First oracle price at or after the due time; the previous one came before it.',
  late: 'The first oracle answer came too late to count. The round returns every stake.',
  unsettled: 'No oracle answer reached the contract in time. The round returns every stake.',
  pending: 'Not on the chain yet.',
  wrong: 'The price in the contract does not match the oracle.',
})
