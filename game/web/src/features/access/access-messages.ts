import { defineMessages, message } from '#i18n/message.ts'

/** Reasons of the operator why a visitor cannot bet. */
export const ACCESS_MESSAGES = defineMessages('access', {
  checking: 'Checking whether you can bet from your country.',
  refused:
    'This game takes no bets from your country. You can watch it and collect what you have won.',
  unconfirmed: message('Players must be {age} or older.', 'age'),
  confirm: message('I am {age} or older', 'age'),
})
