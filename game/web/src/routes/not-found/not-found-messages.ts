import { defineMessages } from '#i18n/message.ts'

/** Messages of the page for unknown paths. */
export const NOT_FOUND_MESSAGES = defineMessages('not-found', {
  pageTitle: 'Page not found · Bullring',
  number: '404',
  title: 'This seat is empty',
  hint: 'There is no page at this address. The next round is one click away.',
  home: 'Go to the ring',
  direct: 'Direct bet (in Chinese)',
})
