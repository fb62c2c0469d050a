import { InvalidMessageError } from '@bullring/wire/parse'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
// The message catalogue of the classic API, which services load with their configuration.
import 'zod'
import { parseRequest } from './parse-request.ts'

const Body = z.object({
  name: z.string().check(z.minLength(2), z.maxLength(4)),
  count: z.int().check(z.positive()),
  kind: z.enum(['a', 'b']),
  list: z.array(z.string()).check(z.maxLength(1)),
  id: z.uuid(),
  code: z.string().check(z.regex(/^x/, 'not a code')),
})
const VALID = {
  name: 'abc',
  count: 1,
  kind: 'a',
  list: [],
  id: '00000000-0000-4000-8000-000000000000',
  code: 'x',
}

function reasonFor(change: object): string | undefined {
  try {
    parseRequest(Body, { ...VALID, ...change })
  } catch (error) {
    if (error instanceof InvalidMessageError) return error.issues[0]?.reason
  }
  throw new Error('not refused')
}

describe('parseRequest', () => {
  test('returns the parsed input', () => {
    expect(parseRequest(Body, VALID)).toEqual(VALID)
  })

  test.each([
    [{ name: undefined }, 'Required'],
    [{ kind: undefined }, 'Required'],
    [{ name: 7 }, 'Expected string, received number'],
    [{ name: null }, 'Expected string, received null'],
    [{ count: '7' }, 'Expected number, received string'],
    [{ count: 1.5 }, 'Expected int, received number'],
    [{ count: 0 }, 'Must be more than 0'],
    [{ list: {} }, 'Expected array, received object'],
    [{ list: ['', ''] }, 'Must contain at most 1 element(s)'],
    [{ name: 'a' }, 'Must contain at least 2 character(s)'],
    [{ name: 'secret' }, 'Must contain at most 4 character(s)'],
    [{ kind: 'secret' }, "Expected 'a' | 'b'"],
    [{ id: 'secret' }, 'Invalid uuid'],
    [{ code: 'secret' }, 'not a code'],
  ])('error: %j is refused with "%s"', (change, reason) => {
    expect(reasonFor(change)).toBe(reason)
  })
})
