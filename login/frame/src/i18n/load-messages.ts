import { loadApprovalTexts } from '@bullring/approval/text/load-texts'
import type { Language } from '@bullring/wire/text/languages'
import { ENGLISH, type FrameMessages, type FrameTexts } from './frame-messages.ts'

const CATALOGUES = import.meta.glob<FrameTexts>('./catalogues/*.json', { import: 'default' })

/** Loads the texts in `language`; the English ones where that fails. */
export async function loadMessages(language: Language): Promise<FrameMessages> {
  try {
    const [requests, texts] = await Promise.all([
      loadApprovalTexts(language),
      CATALOGUES[`./catalogues/${language}.json`]?.(),
    ])
    if (requests && texts) return { ...requests, ...texts, language }
  } catch {
    // The English texts are part of the code.
  }
  return ENGLISH
}
