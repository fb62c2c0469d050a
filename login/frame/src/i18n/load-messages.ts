import { APPROVAL_CATALOGUES } from '@bullring/approval/text/catalogues'
import { loadTexts } from '@bullring/wire/text/catalogue'
import type { Language } from '@bullring/wire/text/languages'
import { ENGLISH, type FrameMessages, type FrameTexts } from './frame-messages.ts'

const CATALOGUES = import.meta.glob<FrameTexts>('./catalogues/*.json', { import: 'default' })

/** Loads the texts in `language`; the English ones where that fails. */
export function loadMessages(language: Language): Promise<FrameMessages> {
  return loadTexts(ENGLISH, language, [APPROVAL_CATALOGUES, CATALOGUES])
}
