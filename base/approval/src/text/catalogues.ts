import type { ApprovalTexts } from './messages.ts'

/** Texts of requests in the other languages. Separate from the English ones: a page in English has no such files. */
export const APPROVAL_CATALOGUES = import.meta.glob<ApprovalTexts>('./catalogues/*.json', {
  import: 'default',
})
