import { defineMessages, message } from '#i18n/message.ts'

/** Texts about requests in the queue of a Safe. */
export const SAFE_MESSAGES = defineMessages('safe', {
  bet: message(
    '{position, select, bull {UP} other {DOWN}}: {amount} BNB on round #{epoch}',
    'position',
    'amount',
    'epoch',
  ),
  claim: message('Collecting {count, plural, one {# round} other {# rounds}}', 'count'),
  confirming: 'Waiting for the other owners to confirm in Safe.',
  executing: 'Waiting until an owner executes it in Safe.',
  beforeLock: 'It counts only if that happens before the round locks.',
  late: 'The round closed before the owners executed it. Nothing was staked. Reject the request in Safe: it would fail, and later ones wait for it.',
  dismiss: 'Dismiss',
})
