import { expect, test } from 'vitest'
import { catalogueProblems } from './check-catalogue.ts'

const texts = [
  { key: 'unit', text: 'BNB' },
  { key: 'hello', text: 'Hello' },
  { key: 'count', text: '{count, plural, one {# bet} other {# bets}}' },
  { key: 'side', text: '{side, select, bull {UP} other {DOWN}} at {time}' },
]

const COMPLETE = {
  unit: 'BNB',
  hello: 'Hola',
  count: '{count, plural, one {# apuesta} many {# de apuestas} other {# apuestas}}',
  side: '{side, select, bull {SUBE} other {BAJA}} a las {time}',
}

const problems = (change: Record<string, string>) =>
  catalogueProblems('es', [{ name: 'a', texts }], { a: { ...COMPLETE, ...change } })

test('a complete catalogue has no problems', () => {
  expect(problems({})).toEqual([])
})

test.each([
  [{ hello: 'Hello' }, { kind: 'untranslated', key: 'a.hello', detail: 'Hello' }],
  [{ bye: 'Adiós' }, { kind: 'superfluous', key: 'a.bye', detail: '' }],
  [
    { count: '{count, plural, one {# apuesta} other {# apuestas}}' },
    { kind: 'wrong choices', key: 'a.count', detail: '{count} has no many' },
  ],
  [
    { side: '{side, select, other {BAJA}} a las {time}' },
    { kind: 'wrong choices', key: 'a.side', detail: '{side} has no bull' },
  ],
  [
    { side: '{side, select, bull {SUBE} other {BAJA}} a las {hora}' },
    { kind: 'wrong arguments', key: 'a.side', detail: 'has {hora,side} instead of {side,time}' },
  ],
  [
    { hello: 'Usted ha ganado' },
    { kind: 'other address', key: 'a.hello', detail: 'Usted ha ganado' },
  ],
  [{ side: '{side' }, { kind: 'syntax', key: 'a.side' }],
])('error: finds the problem of %o', (change, problem) => {
  expect(problems(change)).toMatchObject([problem])
})

test('error: finds a missing text and shows it in English', () => {
  const { hello: _, ...others } = COMPLETE
  expect(catalogueProblems('es', [{ name: 'a', texts }], { a: others })).toEqual([
    { kind: 'missing', key: 'a.hello', detail: 'Hello' },
  ])
})
