import type { Language } from '@bullring/wire/text/languages'
import {
  APPROVAL_MESSAGES,
  CALL_MESSAGES,
  CALLS_MESSAGES,
  READINESS_MESSAGES,
  SIMULATION_MESSAGES,
  TRANSACTION_MESSAGES,
  TYPED_DATA_MESSAGES,
} from '#approval/approval-messages.ts'
import { SESSION_MESSAGES } from '#approval/session-messages.ts'
import { SOLANA_MESSAGES } from '#approval/solana-messages.ts'
import { CALLBACK_MESSAGES } from '#callback/callback-messages.ts'
import {
  ADD_EMAIL_MESSAGES,
  DASHBOARD_MESSAGES,
  PASSKEY_MESSAGES,
} from '#dashboard/dashboard-messages.ts'
import { PROBLEM_MESSAGES } from './problem-messages.ts'

const ENGLISH_TEXTS = {
  approval: APPROVAL_MESSAGES,
  readiness: READINESS_MESSAGES,
  typedData: TYPED_DATA_MESSAGES,
  transaction: TRANSACTION_MESSAGES,
  calls: CALLS_MESSAGES,
  call: CALL_MESSAGES,
  session: SESSION_MESSAGES,
  simulation: SIMULATION_MESSAGES,
  solana: SOLANA_MESSAGES,
  dashboard: DASHBOARD_MESSAGES,
  addEmail: ADD_EMAIL_MESSAGES,
  passkey: PASSKEY_MESSAGES,
  callback: CALLBACK_MESSAGES,
  problem: PROBLEM_MESSAGES,
} as const

/** The texts of the frame by area and key. `{name}` is a placeholder for a value. */
export type FrameTexts = {
  readonly [area in keyof typeof ENGLISH_TEXTS]: {
    readonly [key in keyof (typeof ENGLISH_TEXTS)[area]]: string
  }
}

/** The texts of the frame in one language. */
export type FrameMessages = FrameTexts & { readonly language: Language }

/** The texts in English, which are part of the code. */
export const ENGLISH: FrameMessages = { ...ENGLISH_TEXTS, language: 'en' }
