import { defineMessages, message } from '#i18n/message.ts'

/** Messages of the main screen itself; its features have their own. */
export const HOME_MESSAGES = defineMessages('home', {
  brand: 'Bullring',
  market: 'Market',
  history: 'History',
  toCollect: 'to collect',
  telegram: 'Contact us on Telegram',
  pageTitle: 'Bullring: will BNB go up or down?',
  /** The same as in index.html. */
  description:
    'Bet BNB on whether the BNB/USD price goes up or down before the round closes, and collect your winnings from the contract.',
  roundTitle: message('Bullring: round {epoch}', 'epoch'),
  directBet: 'Direct bet (in Chinese)',
  guide: 'How to play',
  settings: 'Settings',
  contract: 'Contract',
  copyContract: 'Copy the address of the contract',
  copied: 'Address copied',
  fee: message('Fee: {percent} of every decided round', 'percent'),
  more: 'More about the game',
  rules: 'Rules',
  verification: 'Verify the last result',
  limits: 'Play limits',
  adults: '18+ only. On average players lose: bet only what you can afford to lose.',
  lost: 'No connection to the game.',
  updatedNow: 'Last update just now.',
  updatedSecondsAgo: message('Last update {seconds} s ago.', 'seconds'),
  updatedMinutesAgo: message('Last update {minutes} min ago.', 'minutes'),
  readingHistory: message("Reading the market's history: {percent} %", 'percent'),
  secondsLeft: message('About {seconds} s left.', 'seconds'),
  minutesLeft: message('About {minutes} min left.', 'minutes'),
  hoursLeft: message('About {hours} h left.', 'hours'),
  historyHint: 'The game opens by itself when it is done. This happens once.',
  retry: 'Try again',
  notLoaded: 'This part of the page could not be loaded',
  notLoadedHint: 'Check your connection and try again, or reload the page.',
})
