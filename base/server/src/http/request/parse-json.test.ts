import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('parses JSON that is nested up to 64 times', () => {
  expect(parseJson('{"list":[1,{"text":"a"}]}')).toEqual({ list: [1, { text: 'a' }] })
  expect(() => parseJson(nested(64))).not.toThrow()
  expect(parseJson('"\\ud83d\\ude42"')).toBe('🙂')
})

test.each([
  '{',
  nested(65),
  `{"a":${nested(64)}}`,
  nested(200_000),
  '["\\ud83d"]',
  '{"\\ude42":1}',
])('error: refuses other texts: %#', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})
