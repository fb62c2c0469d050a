import { expect, test } from 'vitest'
import { describeProgress, HistoryMeter } from './history-progress.ts'

test('HistoryMeter measures share, rate and time left of the first read', () => {
  const meter = new HistoryMeter(1_000)
  expect(meter.progress).toBeNull()
  meter.move(1_000, 11_000, 0)
  expect(meter.progress).toEqual({ percent: 0, blocksPerSecond: 0, secondsLeft: null })
  for (let second = 1; second <= 20; second += 1) {
    meter.move(1_000 + second * 100, 11_000, second * 1_000)
  }
  expect(meter.progress).toEqual({ percent: 20, blocksPerSecond: 100, secondsLeft: 80 })
})

test('HistoryMeter counts a resumed read from the start block, with the rate of the last minute', () => {
  const meter = new HistoryMeter(0)
  for (let second = 0; second <= 100; second += 1)
    meter.move(5_000 + second, 10_000, second * 1_000)
  for (let second = 101; second <= 200; second += 1) {
    meter.move(5_100 + (second - 100) * 10, 10_000, second * 1_000)
  }
  expect(meter.progress).toEqual({ percent: 61, blocksPerSecond: 10, secondsLeft: 390 })
})

test('HistoryMeter starts over after a rebuild', () => {
  const meter = new HistoryMeter(0)
  meter.move(900, 1_000, 0)
  meter.move(100, 1_000, 5_000)
  expect(meter.progress).toEqual({ percent: 10, blocksPerSecond: 0, secondsLeft: null })
})

test.each([
  [{ percent: 3, blocksPerSecond: 0, secondsLeft: null }, '3 %'],
  [{ percent: 42, blocksPerSecond: 812, secondsLeft: 45 }, '42 %, 812 blocks/s, about 45 s left'],
  [{ percent: 42, blocksPerSecond: 812, secondsLeft: 180 }, '42 %, 812 blocks/s, about 3 min left'],
  [{ percent: 9, blocksPerSecond: 5, secondsLeft: 9_000 }, '9 %, 5 blocks/s, about 2.5 h left'],
])('describeProgress %#', (progress, text) => {
  expect(describeProgress(progress)).toBe(text)
})
