import { defineMessages, message } from '#i18n/message.ts'

/** Texts of the window that shows one round. */
export const ROUND_WINDOW_MESSAGES = defineMessages('round-window', {
  title: message('Round #{epoch}', 'epoch'),
  otherTitle: 'Round',
  previous: 'Previous round',
  next: 'Next round',
  malformed: message('“{text}” is not the number of a round.', 'text'),
  future: message(
    'Round #{epoch} has not started yet. The newest round is #{open}.',
    'epoch',
    'open',
  ),
  unknown: message('There is no round #{epoch}.', 'epoch'),
  showOpen: message('Show round #{open}', 'open'),
  failed: 'This round could not be loaded.',
  retry: 'Try again',
  share: 'Share',
  opened: 'Opened',
  locked: 'Locked',
  locks: 'Locks',
  closed: 'Closed',
  closes: 'Closes',
  fee: 'Fee',
  lockOracle: 'Oracle round of the locked price',
  closeOracle: 'Oracle round of the closed price',
})
