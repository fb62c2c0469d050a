import type { Translated } from '@bullring/wire/text/catalogue'
import type { Language } from '@bullring/wire/text/languages'
import {
  APPROVAL_MESSAGES,
  CALL_MESSAGES,
  SIMULATION_MESSAGES,
  TRANSACTION_MESSAGES,
  TYPED_DATA_MESSAGES,
} from './approval-messages.ts'

const ENGLISH_TEXTS = {
  approval: APPROVAL_MESSAGES,
  typedData: TYPED_DATA_MESSAGES,
  transaction: TRANSACTION_MESSAGES,
  call: CALL_MESSAGES,
  simulation: SIMULATION_MESSAGES,
} as const

/** The texts of requests by area and key. */
export type ApprovalTexts = Translated<typeof ENGLISH_TEXTS>

/** The texts of requests in one language. */
export type ApprovalMessages = ApprovalTexts & { readonly language: Language }

/** The texts in English, which are part of the code. */
export const ENGLISH_APPROVAL: ApprovalMessages = { ...ENGLISH_TEXTS, language: 'en' }
