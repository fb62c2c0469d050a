import { defineMessages, message } from '#i18n/message.ts'

/** Messages of the main screen itself; its features have their own. */
export const HOME_MESSAGES = defineMessages('home', {
  brand: 'Bullring',
  language: 'Language',
  history: 'History',
  toCollect: 'to collect',
  telegram: 'Contact us on Telegram',
  pageTitle: 'Bullring: will BNB go up or down?',
  roundTitle: message('Bullring: round {epoch}', 'epoch'),
  directBet: 'Direct bet (in Chinese)',
  contract: 'contract',
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
