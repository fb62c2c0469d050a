import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the controls and the end of the row of rounds. */
export const ROW_MESSAGES = defineMessages('row', {
  older: 'Older rounds',
  newer: 'Newer rounds',
  backToLive: 'Back to live',
  firstRound: 'This is where it began.',
  openedOn: message('Round #1 opened on {date}.', 'date'),
})
