import { LANGUAGES } from '@bullring/wire/text/languages'
import { expect, test } from 'vitest'
import { ENGLISH } from './frame-messages.ts'
import { loadMessages } from './load-messages.ts'

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the frame has the texts of all areas in %s',
  async (language) => {
    const messages = await loadMessages(language)
    expect(messages.language).toBe(language)
    expect(Object.keys(messages).toSorted()).toEqual(Object.keys(ENGLISH).toSorted())
  },
)

test('English is part of the code', async () => {
  expect(await loadMessages('en')).toBe(ENGLISH)
})
