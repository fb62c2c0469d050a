import { RoundInfoRequest } from '@bullring/game-api/round-info'
import { TradesByUserRequest } from '@bullring/game-api/trades-by-user'
import { describe, expect, test } from 'vitest'
import { InvalidMessageError, parse } from './parse.ts'

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

function issuesOf(run: () => unknown) {
  try {
    run()
  } catch (error) {
    if (error instanceof InvalidMessageError) return error.issues
    throw error
  }
  throw new Error('nothing was rejected')
}

describe('parse', () => {
  test('fills in defaults and drops unknown keys', () => {
    const message = parse(TradesByUserRequest, { user_address: alice.toLowerCase(), extra: 1 })
    expect(message).toEqual({ user_address: alice, symbol: 'BNB', limit: 30 })
  })

  test.each([7, '7'])('parses the epoch %j', (epoch) => {
    expect(parse(RoundInfoRequest, { epoch })).toEqual({ symbol: 'BNB', epoch: 7 })
  })

  test.each([0, -1, '0', '-1'])('parses %j, an epoch without a round', (epoch) => {
    expect(parse(RoundInfoRequest, { epoch }).epoch).toBe(Number(epoch))
  })

  test.each([1.5, '1.5', 'seven', '', '--1', null])('error: rejects the epoch %j', (epoch) => {
    expect(issuesOf(() => parse(RoundInfoRequest, { epoch }))).toMatchObject([{ field: 'epoch' }])
  })

  test('error: lists every invalid field, without its value', () => {
    const issues = issuesOf(() => parse(TradesByUserRequest, { user_address: 'alice', limit: 900 }))
    expect(issues.map(({ field }) => field)).toEqual(['user_address', 'limit'])
    expect(JSON.stringify(issues)).not.toContain('alice')
  })

  test.each([null, [], 'text', 7])('error: rejects %j in place of an object', (message) => {
    expect(issuesOf(() => parse(RoundInfoRequest, message))).toMatchObject([{ field: 'message' }])
  })
})
