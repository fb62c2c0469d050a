import { expect, test } from 'vitest'
import { claimedTelegramName } from './telegram-user.ts'

const dataOf = (user: string) => `${new URLSearchParams({ user, auth_date: '1' })}`

test.each([
  [{ id: 7, first_name: 'Ada', username: 'ada' }, '@ada'],
  [{ id: 7, first_name: 'Ada' }, 'Ada'],
  [{ id: 7, first_name: 'Ada', username: '' }, 'Ada'],
  [{ id: 7, first_name: '@ada' }, 'ada'],
  [{ id: 7, first_name: '\u202e@\u200bada ' }, 'ada'],
  [{ id: 7, first_name: '@' }, '7'],
  [{ id: 7, first_name: 'A\ud800d\0a' }, 'Ada'],
  [{ id: 7, first_name: 'Ada', username: 'a\0da' }, '@ada'],
  [{ id: 7, first_name: '🦊'.repeat(64) }, '🦊'.repeat(32)],
])('names the account of %j', (user, name) => {
  expect(claimedTelegramName(dataOf(JSON.stringify(user)))).toBe(name)
})

test.each([
  ['no user', 'auth_date=1'],
  ['no object', dataOf('1')],
  ['no JSON', dataOf('{')],
  ['no account', dataOf('{"first_name":"Ada"}')],
])('error: %s', (_, initData) => {
  expect(claimedTelegramName(initData)).toBeNull()
})
