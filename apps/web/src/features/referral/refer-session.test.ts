import { beforeEach, describe, expect, test } from 'vitest'
import { openReferSession } from './refer-session.ts'

beforeEach(() => sessionStorage.clear())

const open = (search: string) => openReferSession(search, sessionStorage)

describe('openReferSession', () => {
  test('keeps the code for the session', () => {
    open('?refer_code=friend-1&x=y')
    expect(open('').pendingCode()).toBe('friend-1')
  })

  test('has nothing to post without a code, or once it is done', () => {
    expect(open('').pendingCode()).toBeNull()
    const session = open('?refer_code=friend-1')
    session.finish()
    expect(session.pendingCode()).toBeNull()
    expect(open('?refer_code=friend-2').pendingCode()).toBeNull()
  })

  test.each(['', 'abc', 'a'.repeat(33), 'semi;colon', '<script>'])(
    'error: does not keep what is no code: %s',
    (code) => {
      expect(open(`?refer_code=${encodeURIComponent(code)}`).pendingCode()).toBeNull()
    },
  )
})
