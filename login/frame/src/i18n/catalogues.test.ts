import { LANGUAGES } from '@bullring/wire/text/languages'
import { expect, test } from 'vitest'
import { ENGLISH, type FrameTexts } from './frame-messages.ts'
import { loadMessages } from './load-messages.ts'

/** English texts that are the same word in one of the languages. */
const SAME: ReadonlySet<string> = new Set([
  'Token',
  'Passkey',
  'Email',
  'item {id}',
  '{amount} tokens',
])

type Text = { key: string; text: string }

function listTexts({ language: _language, ...areas }: FrameTexts & { language: string }): Text[] {
  return Object.entries(areas).flatMap(([area, texts]) =>
    Object.entries(texts).map(([key, text]) => ({ key: `${area}.${key}`, text })),
  )
}

/** Returns the `{name}` placeholders of each text. */
function placeholders(texts: readonly Text[]): Record<string, string[]> {
  return Object.fromEntries(
    texts.map(({ key, text }) => [key, (text.match(/\{\w+\}/g) ?? []).sort()]),
  )
}

const english = listTexts(ENGLISH)
const englishByKey = new Map(english.map(({ key, text }) => [key, text]))

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the frame has all texts in %s (docs/translating.md)',
  async (language) => {
    const messages = await loadMessages(language)
    const texts = listTexts(messages)
    expect(messages.language).toBe(language)
    expect(placeholders(texts)).toEqual(placeholders(english))
    const untranslated = texts.filter(
      ({ key, text }) => text === '' || (text === englishByKey.get(key) && !SAME.has(text)),
    )
    expect(untranslated).toEqual([])
  },
)

test('English is part of the code', async () => {
  expect(await loadMessages('en')).toBe(ENGLISH)
})
