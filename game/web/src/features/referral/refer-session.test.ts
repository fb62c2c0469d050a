import { beforeEach, describe, expect, test } from 'vitest'
import { openReferSession, storeReferCode } from './refer-session.ts'

const ALICE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const BOB = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

beforeEach(() => sessionStorage.clear())

function open(search: string) {
  storeReferCode(search, sessionStorage)
  return openReferSession(sessionStorage)
}

describe('openReferSession', () => {
  test('stores the code for the session', () => {
    open('?refer_code=friend-1&x=y')
    expect(open('').pendingCode()).toBe('friend-1')
  })

  test('has nothing to post without a code or after finishing', () => {
    expect(open('').pendingCode()).toBeNull()
    const session = open('?refer_code=friend-1')
    session.refuse()
    expect(session.pendingCode()).toBeNull()
    expect(open('?refer_code=friend-2').pendingCode()).toBeNull()
  })

  test('keeps the code that was posted without a proof, for the account that it was posted for', () => {
    const session = open('?refer_code=friend-1')
    expect(session.unprovenCode(ALICE)).toBeNull()
    session.record(ALICE, false)
    const later = open('?refer_code=friend-2')
    expect([later.pendingCode(), later.unprovenCode(ALICE)]).toEqual([null, 'friend-1'])
    expect(later.unprovenCode(BOB)).toBeNull()
    later.record(ALICE, true)
    expect(open('').unprovenCode(ALICE)).toBeNull()
  })

  test('ignores an empty code', () => {
    expect(open('?refer_code=').pendingCode()).toBeNull()
  })

  test.each(['abc', 'semi;colon', '<script>'])('leaves it to the server to refuse %s', (code) => {
    expect(open(`?refer_code=${encodeURIComponent(code)}`).pendingCode()).toBe(code)
  })

  test('error: stores no more of a long code than the server needs to refuse it', () => {
    expect(open(`?refer_code=${'a'.repeat(5_000)}`).pendingCode()).toBe('a'.repeat(41))
  })
})
