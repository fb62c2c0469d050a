import { afterEach, expect, test } from 'vitest'
import { SHARE_MESSAGES } from '#features/share/share-messages.ts'
import { messagesIn } from './language.ts'
import { defineMessages } from './message.ts'

afterEach(() => document.head.replaceChildren())

const NAMED = defineMessages('named-for-test', { title: 'Bullring' })

test('texts have the product’s name, or that of the brand in the page’s head', () => {
  expect(messagesIn(NAMED, 'en').title).toBe('Bullring')
  document.head.innerHTML = '<meta name="application-name" content="Acme $&">'
  expect(messagesIn(NAMED, 'en').title).toBe('Acme $&')
  expect(messagesIn(SHARE_MESSAGES, 'en').winTitle({ epoch: 7 })).toBe('I won round 7 on Acme $&')
  expect(messagesIn(NAMED, 'en')).toBe(messagesIn(NAMED, 'en'))
})
