import type { Language } from '@bullring/wire/text/languages'
import { ENGLISH, type FrameMessages, type FrameTexts } from './frame-messages.ts'

const CATALOGUES = import.meta.glob<FrameTexts>('./catalogues/*.json', { import: 'default' })

/** Loads the texts in `language`; the English ones where that fails. */
export async function loadMessages(language: Language): Promise<FrameMessages> {
  const texts = await CATALOGUES[`./catalogues/${language}.json`]?.().catch(() => undefined)
  return texts === undefined ? ENGLISH : { ...texts, language }
}
