import { expect, test } from 'vitest'
import { NodeRest } from './node-rest.ts'

/** Returns how long the node rests from `nowMs` on, in whole seconds. */
function restFrom(rest: NodeRest, nowMs: number): number {
  let seconds = 0
  while (rest.isResting(nowMs + seconds * 1_000)) seconds += 1
  return seconds
}

test('a node rests for longer while it goes on limiting its callers, for a minute at most', () => {
  const rest = new NodeRest()
  let nowMs = 0
  const rests: number[] = []
  for (let count = 0; count < 9; count += 1) {
    rest.noteLimit(nowMs)
    rests.push(restFrom(rest, nowMs))
    nowMs += 1_000 * (rests.at(-1) ?? 0)
  }
  expect(rests).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64])
})

test('calls that were under way together lengthen a rest once', () => {
  const rest = new NodeRest()
  for (let count = 0; count < 50; count += 1) rest.noteLimit(count)
  expect(restFrom(rest, 0)).toBe(1)
})

test('a node that has served for a while begins with the shortest rest', () => {
  const rest = new NodeRest()
  rest.noteLimit(0)
  rest.noteLimit(1_000)
  expect(restFrom(rest, 1_000)).toBe(2)
  rest.noteLimit(60_000)
  expect(restFrom(rest, 60_000)).toBe(1)
})
