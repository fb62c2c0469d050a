import { expect, test } from 'vitest'
import { nameToShow } from './name-to-show.ts'

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'

test.each([
  ['Alice', 'Alice'],
  ['a'.repeat(101), 'a'.repeat(100)],
  [`${'a'.repeat(98)}\u{1f600}`, `${'a'.repeat(98)}\u{1f600}`],
  [`${'a'.repeat(99)}\u{1f600}`, 'a'.repeat(99)],
  [`${'a'.repeat(96)}${FAMILY}`, 'a'.repeat(96)],
  [`${'a'.repeat(99)}e\u0301`, 'a'.repeat(99)],
  ['Al\ud83dice', 'Al\ufffdice'],
  ['Al\0ice', 'Alice'],
  ['\0', null],
  ['', null],
])('nameToShow(%j) is %j', (name, shown) => {
  expect(nameToShow(name)).toBe(shown)
})
