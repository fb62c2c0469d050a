import { defineMessages, message } from './message.ts'

/** Messages about the language of the page. */
export const LANGUAGE_MESSAGES = defineMessages('language', {
  label: 'Language',
  notLoaded: message(
    '{language} could not be loaded. Check your connection and try again.',
    'language',
  ),
})
