import { defineMessages, type MessagesOf, message } from '#i18n/message.ts'

/** Texts of the bet dialog. R-BET-10 to R-BET-13 and R-BET-20 fix most of them. */
export const BET_MESSAGES = defineMessages('bet', {
  amount: 'Amount',
  unit: 'BNB',
  balance: 'Balance',
  slider: 'Share of balance',
  max: 'Max',
  round: 'Round',
  locksIn: 'locks in',
  payout: 'You get if you win',
  profit: 'Profit',
  odds: 'Odds with your stake',
  fee: 'Fee (already deducted)',
  backIfLost: 'Returned if you lose',
  sellBeforeLock: 'Sell before the lock?',
  stakesAreFinal: 'No: stakes are final',
  details: 'Details',
  side: 'Side',
  paysNow: 'pays now',
  noGain: 'Even if you win, you only get your stake back.',
  collectToo: 'Collect winnings too',
  collectTooHint: message(
    '{count, plural, one {# round} other {# rounds}}, approved together with the bet',
    'count',
  ),
  lessThanStake: 'Even if you win, you get back less than you stake.',
  leaveForFees: message('Leave {amount} BNB for fees', 'amount'),
  betInstead: message('Bet {amount} instead', 'amount'),
  use: message('Use {amount}', 'amount'),
  oneSided: 'So far no one is against you: you would get your stake back.',
  atRisk: message(
    'With the stakes so far, at most {atRisk} BNB of your stake is at risk; the rest comes back.',
    'atRisk',
  ),
  limited: message(
    'A payout is at most {multiple}x the stake, less the fee. What you cannot win goes back to the other side.',
    'multiple',
  ),
  warning: "You won't be able to remove or change your position once you enter it.",
  signing: 'Confirm in your wallet...',
  sent: 'Sent. Waiting for the chain...',
  awaitsOwners: 'Waiting for the other owners...',
  needsOwners: message(
    'This Safe needs {count} owners. The bet counts only if all have confirmed and one has executed it before the round locks.',
    'count',
  ),
  emptyAmount: 'Please enter a valid bet amount',
  malformedAmount: 'Please enter one plain number, for example 0.05',
  tooManyDecimals: message('An amount has at most {decimals} decimals', 'decimals'),
  roundNotFound: 'Round not found',
  epochNotFound: 'Round epoch not found',
  ended: 'Betting period for this round has ended',
  tooLate: message('Round #{epoch} is about to lock: too late to approve a bet.', 'epoch'),
  insufficient: 'Insufficient BNB balance',
  alreadyEntered: 'You have already entered this round',
  predict: message('Predict {position, select, bull {UP} other {DOWN}}', 'position'),
  confirm: message('Confirm {position, select, bull {UP} other {DOWN}}', 'position'),
  confirmAnyway: message('Bet {position, select, bull {UP} other {DOWN}} anyway', 'position'),
  minimum: message('The smallest bet is {minimum} BNB', 'minimum'),
  success: message('Bet {position, select, bull {UP} other {DOWN}} Successfully', 'position'),
  /** R-BET-20. */
  transactionSuccess: message(
    'Bet {position, select, bull {Bull} other {Bear}} Success: {amount} BNB on round #{epoch}',
    'position',
    'amount',
    'epoch',
  ),
  risk: message(
    'The odds move until the round locks, and those who bet last know them best. The house takes {fee} of every decided round. On average, players lose that.',
    'fee',
  ),
  feeIsCapped: 'A right prediction never pays less than its stake.',
  nextFee: message('From round #{epoch}: {fee}.', 'epoch', 'fee'),
  pancakeRules:
    'If the price closes where it locked, the house takes all stakes. Only plain accounts can bet and collect: no contract wallets, no accounts with delegated code (EIP-7702).',
})

export type BetMessages = MessagesOf<typeof BET_MESSAGES>

/** Texts of a bet that failed or cannot be placed. R-BET-15 and R-BET-17 to R-BET-19 fix most of them. */
export const BET_FAILURE_MESSAGES = defineMessages('bet-failure', {
  rejected: 'Transaction cancelled by user',
  closed: message('Round {epoch} has closed. Nothing was sent.', 'epoch'),
  notConnected: 'Please connect wallet first',
  noProvider: 'Provider not available',
  insufficientGas: 'Insufficient BNB for gas fees',
  insufficientFunds: 'Insufficient BNB balance',
  reverted: 'Contract execution reverted: round may be locked or closed',
  replaced: 'Your wallet sent another transaction instead of this bet',
  ownersLate: message(
    'Round #{epoch} closed before the owners of your Safe executed the bet. Nothing was staked.',
    'epoch',
  ),
  notSent: 'Your wallet did not send this bet. You still have your stake.',
  outcomeUnknown:
    'It is not clear whether your wallet’s transaction went through. If it did, the bet appears here soon: look in the wallet before you bet again.',
  inSafe: "Safe may still have this bet. Look in Safe's queue before you bet again.",
  /** R-BET-19. */
  other: message(
    'Bet {position, select, bull {Bull} other {Bear}} failed: {reason}',
    'position',
    'reason',
  ),
  unknown: message('Bet {position, select, bull {Bull} other {Bear}} Failed', 'position'),
  epochNotOpen: message('Round #{epoch} takes no bets; round #{open} is open.', 'epoch', 'open'),
  betTooSmall: message('The smallest bet is {minimum} BNB.', 'minimum'),
  betAlreadyPlaced: message('You already have a bet in round #{epoch}.', 'epoch'),
  nothingSent: 'No connection. Nothing was sent.',
  stillPending: 'No connection. The bet was sent and may still be placed.',
  betsPaused: 'Bets are paused for now. You can still collect.',
  plainOnly:
    'This market takes plain accounts only. Yours is a contract or delegates to one (EIP-7702).',
  notOpenYet: 'The round takes no bets right now. Try again in a moment.',
  belowMinimum: 'The amount is below the smallest bet of this market.',
  alreadyEntered: 'You already have a bet in this round.',
})

export type BetFailureMessages = MessagesOf<typeof BET_FAILURE_MESSAGES>
