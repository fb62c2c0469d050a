import { LANGUAGES } from '@bullring/wire/text/languages'
import { expect, test } from 'vitest'
import { POSITION_MESSAGES } from '#ui/position-messages.ts'
import { CARD_TEXTS } from './card-texts.ts'

const catalogues = import.meta.glob<Record<string, Record<string, string>>>(
  '../i18n/catalogues/*.json',
  { import: 'default', query: '?raw', eager: true },
)

test('names the sides as the game does, in each of its languages', () => {
  for (const language of LANGUAGES) {
    const json = catalogues[`../i18n/catalogues/${language}.json`]
    const { bull, bear } =
      json === undefined ? POSITION_MESSAGES.texts : JSON.parse(`${json}`).position
    const { up, down } = CARD_TEXTS[language]
    expect([up, down], language).toEqual([bull, bear])
  }
})

test('keeps the placeholders in each language', () => {
  for (const { round, unknown } of Object.values(CARD_TEXTS)) {
    expect(round).toContain('{epoch}')
    expect(round).toContain('{pot}')
    expect(unknown).toContain('{market}')
  }
})
