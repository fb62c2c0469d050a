import type { Language } from '@bullring/wire/text/languages'
import type { ApprovalTexts } from './messages.ts'

const CATALOGUES = import.meta.glob<ApprovalTexts>('./catalogues/*.json', { import: 'default' })

/**
 * Loads the texts of requests.
 *
 * @returns Undefined for English, which is part of the code. Rejects when the file is out of reach.
 */
export async function loadApprovalTexts(language: Language): Promise<ApprovalTexts | undefined> {
  return await CATALOGUES[`./catalogues/${language}.json`]?.()
}
