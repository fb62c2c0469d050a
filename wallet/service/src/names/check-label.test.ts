import { describe, expect, test } from 'vitest'
import { formatReasons, reservedReason } from './check-label.ts'
import { labelSkeleton } from './label-skeleton.ts'

const names = (label: string) => formatReasons(label).map(({ name }) => name)

describe('formatReasons', () => {
  test.each(['alice', 'al-ice', '1234', '2026', 'a'.repeat(63)])('accepts %s', (label) => {
    expect(names(label)).toEqual([])
  })

  test.each([
    ['bob', ['too-short']],
    ['', ['too-short']],
    ['a'.repeat(64), ['too-long']],
    ['alice!', ['characters']],
    ['al ice', ['characters']],
    ['al.ice', ['characters']],
    // A Cyrillic а, a Greek ο, a full-width ａ, a zero-width joiner, a combining accent.
    ['аlice', ['characters']],
    ['alicο', ['characters']],
    ['ａlice', ['characters']],
    ['al\u200dice', ['characters']],
    ['alice\u0301', ['characters']],
    ['xn--lice-53d', ['punycode']],
    ['-alice', ['hyphens']],
    ['alice-', ['hyphens']],
    ['0xab12', ['looks-like-address']],
  ])('error: refuses %j', (label, reasons) => {
    expect(names(label)).toEqual(reasons)
  })
})

describe('reservedReason', () => {
  test.each(['admin', 'adm1n', 'ad-min', 'adrnin', 'support', 'bullring', 'bu11ring', 'off1cial'])(
    'refuses %s',
    (label) => {
      expect(reservedReason(label)).toMatchObject({ name: 'reserved' })
    },
  )

  test('allows names that only contain a reserved word', () => {
    expect(reservedReason('adminton')).toBeNull()
  })
})

describe('labelSkeleton', () => {
  test.each([
    ['alice', 'al1ce'],
    ['alice', 'allce'],
    ['moon', 'rn00n'],
    ['wave', 'vvave'],
    ['dave', 'clave'],
    ['bob55', '8ob5s'],
    ['jon-snow', 'jonsnow'],
  ])('is the same for %s and %s', (one, other) => {
    expect(labelSkeleton(one)).toBe(labelSkeleton(other))
  })

  test.each([
    ['alice', 'alicia'],
    ['player3', 'player4'],
    ['anna', 'anne'],
  ])('differs for %s and %s', (one, other) => {
    expect(labelSkeleton(one)).not.toBe(labelSkeleton(other))
  })
})
