import { toWei } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { OWNED_MARKET } from '#testing/test-report.ts'
import { effectOf, simpleActions } from './action-texts.ts'

const { terms } = OWNED_MARKET
if (terms === null) throw new Error('The market has terms')

test('says what each change does', () => {
  const effect = (action: Parameters<typeof effectOf>[0]) => effectOf(action, terms, 'BNB')
  expect(effect({ kind: 'collect' })).toContain('Sends 0.25 BNB')
  expect(effect({ kind: 'fee', basisPoints: 250 })).toContain('The fee is 2.5 % instead of 3 %')
  expect(effect({ kind: 'minimum', amount: toWei(2n * 10n ** 15n) })).toContain(
    '0.002 BNB instead of 0.001 BNB',
  )
})

test('offers what makes sense now: no collection of nothing, and a pause that is ahead can be called off', () => {
  expect(simpleActions(terms)).toEqual(['collect', 'pause'])
  expect(simpleActions({ ...terms, collectable: '0', paused_from: 9 })).toEqual(['unpause'])
})
