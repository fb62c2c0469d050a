import { beforeEach, describe, expect, test } from 'vitest'
import { openReferSession } from './refer-session.ts'

beforeEach(() => sessionStorage.clear())

const open = (search: string) => openReferSession(search, sessionStorage)

describe('openReferSession', () => {
  test('stores the code for the session', () => {
    open('?refer_code=friend-1&x=y')
    expect(open('').pendingCode()).toBe('friend-1')
  })

  test('has nothing to post without a code or after finishing', () => {
    expect(open('').pendingCode()).toBeNull()
    const session = open('?refer_code=friend-1')
    session.finish()
    expect(session.pendingCode()).toBeNull()
    expect(open('?refer_code=friend-2').pendingCode()).toBeNull()
  })

  test.each(['', 'abc', 'a'.repeat(33), 'semi;colon', '<script>'])(
    'error: ignores an invalid code: %s',
    (code) => {
      expect(open(`?refer_code=${encodeURIComponent(code)}`).pendingCode()).toBeNull()
    },
  )
})
