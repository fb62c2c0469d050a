import type { RoundState } from '@bullring/prediction/round-state'
import { toEpoch, toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { messagesIn } from '#i18n/language.ts'
import { bandLabel, chartBands, finishTime } from './chart-band.ts'
import { CHART_BAND_MESSAGES } from './chart-messages.ts'

const messages = messagesIn(CHART_BAND_MESSAGES, 'en')

function round(state: RoundState) {
  return {
    epoch: toEpoch(11n),
    times: {
      startTimestamp: toUnixSeconds(0),
      lockTimestamp: toUnixSeconds(300),
      closeTimestamp: toUnixSeconds(600),
    },
    lockPrice: toPriceE8(1n),
    closePrice: null,
    state,
  }
}

describe('chartBands', () => {
  test.each([
    [{ kind: 'settled', winner: 'bull' }, 'up', '#11 UP won'],
    [{ kind: 'settled', winner: 'bear' }, 'down', '#11 DOWN won'],
    [{ kind: 'settled', winner: null }, 'house', '#11 House won'],
    [{ kind: 'locked' }, 'live', '#11 live'],
    [{ kind: 'open' }, 'live', '#11 live'],
    [{ kind: 'settling' }, 'settling', '#11 calculating'],
    [{ kind: 'refund', reason: 'tie' }, 'refund', '#11 refund'],
    [{ kind: 'empty' }, 'empty', '#11 no bets'],
  ] as const)('%o is a %s band named %s', (state, tone, name) => {
    const [band] = chartBands([null, round(state)])
    expect(band).toMatchObject({ from: 300, to: 600, tone })
    const label = (width: number) => band && bandLabel(band, width, messages)
    expect(label(200)).toEqual({ text: name, mark: null })
    const mark = tone === 'up' || tone === 'down' ? tone : null
    expect(label(48)).toEqual({ text: '#11', mark })
    expect(label(40)).toEqual({ text: '#11', mark: null })
    expect(label(20)).toEqual({ text: '', mark: null })
  })
})

test('finishTime is the close of the live round, 0 without one', () => {
  expect(finishTime(chartBands([round({ kind: 'locked' })]))).toBe(600)
  expect(finishTime(chartBands([round({ kind: 'settling' }), null]))).toBe(0)
})
