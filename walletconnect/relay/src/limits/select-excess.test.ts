import { expect, test } from 'vitest'
import { selectExcess } from './select-excess.ts'

const holder = (ip: string, bytes: number) => ({ ip, bytes })
const select = (holders: ReturnType<typeof holder>[], isLimited = () => true) =>
  [...selectExcess(holders, { all: 100, perIp: 40 }, isLimited)].map(({ ip, bytes }) => [ip, bytes])

test('selects the largest of an address that has too much', () => {
  expect(select([holder('a', 20), holder('a', 20), holder('b', 40)])).toEqual([])
  expect(select([holder('a', 10), holder('a', 30), holder('a', 25), holder('b', 40)])).toEqual([
    ['a', 30],
  ])
})

test('selects the largest of all while they have too much together', () => {
  const holders = ['a', 'b', 'c', 'd'].map((ip, index) => holder(ip, 30 + index))
  expect(select(holders)).toEqual([['d', 33]])
})

test('an address without a limit counts among all', () => {
  const holders = [holder('here', 50), holder('here', 45), holder('a', 10)]
  expect(select(holders, () => false)).toEqual([['here', 50]])
})
