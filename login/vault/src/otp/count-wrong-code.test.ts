import { describe, expect, test } from 'vitest'
import { countWrongCode, isLocked, MAX_TRIES, type WrongCodes } from './count-wrong-code.ts'

const NONE: WrongCodes = { hashes: [], tries: 0, corrections: 0 }

/** Counts wrong codes that come one after the other. */
function enter(codes: readonly string[], before = NONE): WrongCodes {
  return codes.reduce((counted, code) => countWrongCode(counted, code, Buffer.from), before)
}

/** A code, and what a modal submits while its digits are replaced one by one. */
function retyped(from: string, to: string): string[] {
  return Array.from({ length: from.length }, (_, typed) => to.slice(0, typed) + from.slice(typed))
}

describe('countWrongCode', () => {
  test('a code and five corrections of it are one try, the sixth correction is the next', () => {
    const mixtures = retyped('111111', '222222')
    expect(mixtures).toHaveLength(6)
    const counted = enter(mixtures)
    expect(counted).toMatchObject({ tries: 1, corrections: 5 })
    expect(enter(['222222'], counted)).toMatchObject({ tries: 2, corrections: 0 })
  })

  test('a code that differs in two digits is a new try, the same code again is none', () => {
    expect(enter(['111111', '111122'])).toMatchObject({ tries: 2 })
    expect(enter(['111111', '111111'])).toMatchObject({ tries: 1, corrections: 0 })
  })
})

describe('isLocked', () => {
  test('after five tries', () => {
    const wrong = ['111111', '222222', '333333', '444444', '555555']
    expect(isLocked(enter(wrong.slice(0, MAX_TRIES - 1)))).toBe(false)
    expect(isLocked(enter(wrong))).toBe(true)
  })

  test('after twenty wrong codes, however few tries they are', () => {
    const codes = [
      ...retyped('000000', '555555'),
      ...retyped('111111', '666666'),
      ...retyped('222222', '777777'),
      ...retyped('333333', '888888'),
    ]
    expect(enter(codes.slice(0, 20)).tries).toBeLessThan(MAX_TRIES)
    expect(isLocked(enter(codes.slice(0, 19)))).toBe(false)
    expect(isLocked(enter(codes.slice(0, 20)))).toBe(true)
  })
})
