import { countdownText } from '@bullring/prediction/countdown'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { COUNTDOWN_MESSAGES } from './countdown-messages.ts'
import { countdownState, secondsToPrice } from './countdown-state.ts'
import { headlineText } from './headline-text.ts'

const round = {
  epoch: toEpoch(12n),
  times: {
    startTimestamp: toUnixSeconds(1_000),
    lockTimestamp: toUnixSeconds(1_300),
    closeTimestamp: toUnixSeconds(1_600),
  },
}
const genesis = toUnixSeconds(0)
const at = (now: number) => countdownState(round, genesis, toUnixSeconds(now))

describe('countdownState', () => {
  test.each([
    ['counts down to the lock', 1_000, { kind: 'open', secondsLeft: 300, totalSeconds: 300 }],
    ['shows the last second', 1_299, { kind: 'open', secondsLeft: 1, totalSeconds: 300 }],
    ['is zero at the lock', 1_300, { kind: 'zero' }],
    ['stays zero for one poll', 1_302, { kind: 'zero' }],
    [
      'then counts down to the close',
      1_303,
      { kind: 'locked', secondsLeft: 297, totalSeconds: 300 },
    ],
    ['waits after the close', 1_600, { kind: 'waiting' }],
    ['never counts below zero', 99_999, { kind: 'waiting' }],
  ])('%s', (_name, now, state) => {
    expect(at(now)).toEqual(state)
  })

  test('waits for an operator who has not locked the round', () => {
    const late = (now: number) => countdownState(round, genesis, toUnixSeconds(now), true)
    expect(late(1_299)).toMatchObject({ kind: 'open' })
    expect(late(1_302)).toEqual({ kind: 'zero' })
    expect([late(1_303), late(1_700)]).toEqual([{ kind: 'late' }, { kind: 'late' }])
  })

  test('shows that an operator has not started the market', () => {
    expect(countdownState(null, genesis, toUnixSeconds(1_000), true)).toEqual({
      kind: 'not-started',
    })
  })

  test('counts down to the start of the market', () => {
    expect(countdownState(null, toUnixSeconds(500), toUnixSeconds(440))).toEqual({
      kind: 'before-start',
      secondsLeft: 60,
    })
  })

  test('is unknown without a round or a time', () => {
    expect(countdownState(null, toUnixSeconds(1), toUnixSeconds(1_000))).toEqual({
      kind: 'unknown',
    })
    expect(countdownState(round, genesis, null)).toEqual({ kind: 'unknown' })
  })
})

test('the headline names the round, and zero reads 00m 00s', () => {
  const messages = messagesIn(COUNTDOWN_MESSAGES, 'en')
  expect(headlineText(at(1_000), round.epoch, messages).title).toBe('Round #12 is open')
  expect(headlineText({ kind: 'zero' }, round.epoch, messages).title).toBe('Round #12 is locked')
  expect(headlineText({ kind: 'waiting' }, null, messages).title).toBe('Waiting')
  expect(countdownText(0)).toBe('00m 00s')
})

describe('secondsToPrice', () => {
  const first = { ...round, epoch: toEpoch(1n) }
  test.each([
    ['counts from the start to the price of the round before', round, 1_000, 10],
    ['ends at the strike time', round, 1_010, null],
    ['is null at the start of the first round, which no round precedes', first, 1_000, null],
    ['counts from the lock to its own price', round, 1_300, 10],
    ['counts from the lock of the first round, too', first, 1_303, 7],
  ])('%s', (_name, open, now, seconds) => {
    expect(secondsToPrice(open, 10, toUnixSeconds(now))).toBe(seconds)
  })

  test('is null without a round or a time', () => {
    expect(secondsToPrice(null, 10, toUnixSeconds(1_000))).toBeNull()
    expect(secondsToPrice(round, 10, null)).toBeNull()
  })
})
