import { describe, expect, test } from 'vitest'
import { compileSource } from '../../build/compile-messages.ts'
import { readMessages } from '../../build/read-messages.ts'

const files = import.meta.glob<string>('../**/*-messages.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const all = Object.values(files).flatMap(readMessages)

describe('messages', () => {
  test('are found, under unique names, in one language each', () => {
    expect(all.length).toBeGreaterThan(20)
    const names = all.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
  })

  test.each(all)('$name has no empty text', ({ texts }) => {
    expect(texts.filter(({ text }) => text.trim() === '')).toEqual([])
  })

  test('have the arguments that their texts contain', () => {
    for (const code of Object.values(files)) expect(() => compileSource(code)).not.toThrow()
  })
})

describe('the build', () => {
  const define = (text: string) => `export const A = defineMessages('a', { b: ${text} })`

  test('compiles texts with arguments and keeps plain ones', () => {
    expect(compileSource(define(`message('从 {a} to', 'a'), c: 'plain'`))).toBe(
      define(`message(["从 ",["a"]," to"], 'a'), c: 'plain'`),
    )
  })

  test.each([
    [`message('{count} of {total}', 'count')`, /declares \[count\].*\[count,total\]/],
    [`message('{count}', 'count', 'total')`, /declares \[count,total\].*\[count\]/],
    [`message('{a, select, x {{b}} other {}}', 'a')`, /declares \[a\].*\[a,b\]/],
    [`message('{count', 'count')`, /EXPECT_ARGUMENT_CLOSING_BRACE/],
    ['count + 1', /one string literal/],
  ])('error: refuses %s', (text, reason) => {
    expect(() => compileSource(define(text))).toThrow(reason)
  })
})
