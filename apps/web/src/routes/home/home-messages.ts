import type { MarketRules } from '#api/market-rules.ts'
import type { MessagesByLanguage } from '#i18n/language.ts'

const HUNDREDTHS = 100
const LAST_TO_BET = 'The last to bet see the odds best.'

const en = {
  brand: 'Bullring',
  language: 'Language',
  history: 'History',
  toCollect: 'to collect',
  howTitle: 'How a round works',
  how: (rules: MarketRules) => [
    'Pick UP or DOWN before the ring runs out.',
    rules.kind === 'pancake-v2'
      ? 'Soon after zero the operator locks the round at the oracle price of that moment.'
      : rules.strikeDelay > 0
        ? `The lock price comes ${rules.strikeDelay} s after zero, so that no one can bet knowing it.`
        : 'The round locks at the first oracle price after zero.',
    'One round later it closes. The right side shares the pool.',
    ...(rules.kind === 'bullring' ? payoutRules(rules) : [LAST_TO_BET]),
  ],
  telegram: 'Contact us on Telegram',
  pageTitle: 'Bullring: will BNB go up or down?',
  directBet: 'Direct bet (in Chinese)',
  contract: 'contract',
  lost: 'No connection to the game.',
  lastUpdate: (ageSeconds: number) => `Last update ${ageText(ageSeconds)}.`,
  readingHistory: (percent: number) => `Reading the market's history: ${percent} %`,
  historyLeft: (seconds: number) => `About ${durationText(seconds)} left.`,
  historyHint: 'The game opens by itself when it is done. This happens once.',
  retry: 'Try again',
  notLoaded: 'This part of the page could not be loaded',
  notLoadedHint: 'Check your connection and try again, or reload the page.',
}

/** What a right pick pays at least and at most, and what comes back. */
function payoutRules({ maxPayoutMultiple }: MarketRules): readonly string[] {
  const least = 'A right pick never pays less than its stake'
  if (maxPayoutMultiple === 0) return [`${least}.`, LAST_TO_BET]
  return [
    `${least}, nor more than ${maxPayoutMultiple / HUNDREDTHS}x.`,
    `Unmatched stakes come back. ${LAST_TO_BET}`,
  ]
}

/** "just now", "42 s ago", "3 min ago". */
function ageText(seconds: number): string {
  if (seconds < 2) return 'just now'
  return seconds < 120 ? `${Math.floor(seconds)} s ago` : `${Math.floor(seconds / 60)} min ago`
}

function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.max(seconds, 1)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}

/** Messages of the main screen itself; its features have their own. */
export const HOME_MESSAGES: MessagesByLanguage<typeof en> = { en }
