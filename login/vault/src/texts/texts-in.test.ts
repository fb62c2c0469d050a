import { checkCatalogue } from '@bullring/server/testing/catalogue-check'
import { LANGUAGES } from '@bullring/wire/text/languages'
import { expect, test } from 'vitest'
import { ENGLISH } from './english.ts'
import { textsIn } from './texts-in.ts'

/** English texts that are the same word in one of the languages. */
const SAME = new Set(['App'])

test.each(LANGUAGES.filter((language) => language !== 'en'))(
  'the mails and pages have all texts in %s',
  (language) => {
    const flaws = { keys: [], untranslated: [], placeholders: [] }
    expect(checkCatalogue(ENGLISH, textsIn(language), SAME)).toEqual(flaws)
  },
)
