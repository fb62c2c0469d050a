import { type ApprovalTexts, ENGLISH_APPROVAL } from '@bullring/approval/text/messages'
import type { Translated } from '@bullring/wire/text/catalogue'
import type { Language } from '@bullring/wire/text/languages'
import {
  CALLS_MESSAGES,
  READINESS_MESSAGES,
  SESSION_MESSAGES,
} from '#approval/frame-approval-messages.ts'
import { CALLBACK_MESSAGES } from '#callback/callback-messages.ts'
import {
  ADD_EMAIL_MESSAGES,
  DASHBOARD_MESSAGES,
  PASSKEY_MESSAGES,
} from '#dashboard/dashboard-messages.ts'
import { SOLANA_MESSAGES } from '#solana/solana-messages.ts'
import { PROBLEM_MESSAGES } from './problem-messages.ts'

const ENGLISH_TEXTS = {
  readiness: READINESS_MESSAGES,
  calls: CALLS_MESSAGES,
  session: SESSION_MESSAGES,
  solana: SOLANA_MESSAGES,
  dashboard: DASHBOARD_MESSAGES,
  addEmail: ADD_EMAIL_MESSAGES,
  passkey: PASSKEY_MESSAGES,
  callback: CALLBACK_MESSAGES,
  problem: PROBLEM_MESSAGES,
} as const

/** The texts that only the frame shows, by area and key. */
export type FrameTexts = Translated<typeof ENGLISH_TEXTS>

/** The texts of the frame in one language, with those of requests. */
export type FrameMessages = ApprovalTexts & FrameTexts & { readonly language: Language }

/** The texts in English, which are part of the code. */
export const ENGLISH: FrameMessages = { ...ENGLISH_APPROVAL, ...ENGLISH_TEXTS }
