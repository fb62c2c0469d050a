import { defineMessages, message } from '#i18n/message.ts'

/** Texts for when there is no page yet, or no longer one; on every route. */
export const START_MESSAGES = defineMessages('start', {
  title: message('{heading} · Bullring', 'heading'),
  loading: 'Opening the ring',
  failed: 'The game is not responding',
  hint: 'It may be starting, or your connection is down. Nothing is lost: bets and winnings are in the contract.',
  retry: 'Try again',
  broken: 'Something broke on this page',
  brokenHint: 'Your bets and winnings are safe in the contract. Reloading the page usually helps.',
  reload: 'Reload page',
})
