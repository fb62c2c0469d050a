import { expect, test } from 'vitest'
import { defineLimitError } from './define-limit-error.ts'

const MailError = defineLimitError({ name: 'MailError', code: 'otp.cooldown' })
const SetupError = defineLimitError({
  name: 'SetupError',
  code: 'recovery.limit',
  text: 'Your wallet was set up too often today.',
})

test.each([
  [1, '1 seconds'],
  [30, '30 seconds'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [3_541, '60 minutes'],
  [7_200, '2 hours'],
  [54_001, '16 hours'],
])('names a wait of %i seconds as %s, and as the header that clients read', (seconds, text) => {
  const error = new MailError(seconds)
  expect(error.message).toBe(`Please try again after ${text}`)
  expect(error).toMatchObject({ status: 429, headers: { 'retry-after': String(seconds) } })
})

test('says first what the limit is for', () => {
  expect(new SetupError(54_000).message).toBe(
    'Your wallet was set up too often today. Please try again after 15 hours',
  )
})
