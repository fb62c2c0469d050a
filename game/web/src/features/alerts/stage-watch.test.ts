import { toEpoch } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { type BetStage, createStageWatch } from './stage-watch.ts'

const bets = (stages: Record<string, BetStage>) =>
  new Map(Object.entries(stages).map(([epoch, stage]) => [toEpoch(BigInt(epoch)), stage]))

test('signals the lock and the result of a bet, once each', () => {
  const watch = createStageWatch()
  expect(watch(bets({ 9: 'open' }))).toEqual([])
  expect(watch(bets({ 9: 'open' }))).toEqual([])
  expect(watch(bets({ 9: 'locked' }))).toEqual([{ epoch: 9n, kind: 'locked' }])
  expect(watch(bets({ 9: 'locked' }))).toEqual([])
  expect(watch(bets({ 9: 'won' }))).toEqual([{ epoch: 9n, kind: 'won' }])
  expect(watch(bets({ 9: 'won' }))).toEqual([])
})

test('signals nothing that was so when the page opened, or that it has never seen open', () => {
  const watch = createStageWatch()
  expect(watch(bets({ 8: 'lost', 9: 'locked' }))).toEqual([])
  expect(watch(bets({ 7: 'won', 8: 'lost', 9: 'locked' }))).toEqual([])
})

test('signals a result that arrives together with the next lock, and a page that slept', () => {
  const watch = createStageWatch()
  watch(bets({ 9: 'locked', 10: 'open' }))
  expect(watch(bets({ 9: 'refunded', 10: 'locked' }))).toEqual([
    { epoch: 9n, kind: 'refunded' },
    { epoch: 10n, kind: 'locked' },
  ])
  watch(bets({ 11: 'open' }))
  expect(watch(bets({ 11: 'lost' }))).toEqual([{ epoch: 11n, kind: 'lost' }])
})

test('signals no reorganized block', () => {
  const watch = createStageWatch()
  watch(bets({ 9: 'locked' }))
  watch(bets({ 9: 'won' }))
  expect(watch(bets({ 9: 'locked' }))).toEqual([])
  expect(watch(bets({ 9: 'open' }))).toEqual([])
})
