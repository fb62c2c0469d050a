import { toEpoch } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { RESET, type Step } from '../events/step.ts'
import { decodeStep, encodeStep } from './envelope.ts'

const STEP: Step = {
  since: 7,
  position: 9,
  hasSettled: true,
  changed: { accounts: Buffer.alloc(40, 3), epochs: [toEpoch(5n)], answers: [2n ** 64n] },
  events: {
    shared: [{ event: 'epoch', data: { epoch: 5, block_timestamp: 600 } }],
    trades: [{ epoch: toEpoch(5n), accounts: Buffer.alloc(40, 3) }],
    decided: [toEpoch(3n), toEpoch(4n)],
  },
}

const LIMIT = 1_024 * 1_024

test('decodes encoded steps', () => {
  expect(decodeStep(encodeStep(STEP, LIMIT))).toEqual(STEP)
})

test('leaves out events that are too many, which processes then read from the journal', () => {
  expect(decodeStep(encodeStep(STEP, 100))).toEqual({ ...STEP, changed: null, events: null })
})

test('knows no changes of a step from an older process', () => {
  const { changed: _, ...older } = JSON.parse(encodeStep(STEP, LIMIT))
  expect(decodeStep(JSON.stringify(older))).toEqual({ ...STEP, changed: null })
})

test('knows no changes of a reset, which names no accounts', () => {
  const reset = { ...STEP, events: RESET }
  expect(decodeStep(encodeStep(reset, LIMIT))).toEqual({ ...reset, changed: null })
})

test('encodes all bets of a very full block', () => {
  const trades = [{ epoch: toEpoch(5n), accounts: Buffer.alloc(20 * 20_000, 3) }]
  const full = { ...STEP, events: { shared: [], trades, decided: [] } }
  expect(decodeStep(encodeStep(full, LIMIT))?.events?.trades[0]?.accounts).toHaveLength(400_000)
})

test('error: returns null for another version, and for bytes that are no step', () => {
  const other = encodeStep(STEP, LIMIT).replace('"version":1', '"version":2')
  for (const text of [other, '{}', 'x', '']) expect(decodeStep(text)).toBe(null)
})
