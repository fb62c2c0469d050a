import { ShownError } from '@bullring/approval/errors'
import { findCause } from '@bullring/errors/find-cause'
import { type ErrorPayload, PASSKEY_LACKING } from '@bullring/login-api/frame-messages/replies'
import {
  ApiProblemError,
  ApiTimeoutError,
  ApiUnreachableError,
} from '@bullring/wire/http/request-errors'
import type * as z from 'zod/mini'
import { FrameError, needsOtherPasskey } from '#frame-errors.ts'
import { PROBLEM_MESSAGES } from '#i18n/problem-messages.ts'

/** Returns what an error reply tells the app. Texts of unexpected errors stay here: they may hold anything. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof ShownError) return error.message
  if (error instanceof ApiProblemError) return error.detail ?? PROBLEM_MESSAGES.unknown
  return isUnreachable(error) ? PROBLEM_MESSAGES.unreachable : PROBLEM_MESSAGES.unknown
}

/** Returns the payload of an error reply. Only our own kit reads code and reason. */
export function toErrorPayload(error: unknown): z.output<typeof ErrorPayload> {
  const code = error instanceof FrameError ? error.rpcCode : undefined
  return {
    message: toErrorMessage(error),
    ...(code !== undefined && { code }),
    ...(needsOtherPasskey(error) && { reason: PASSKEY_LACKING }),
  }
}

/** Whether a service or node could not be reached; viem wraps such errors. */
export function isUnreachable(error: unknown): boolean {
  return (findCause(error, ApiUnreachableError) ?? findCause(error, ApiTimeoutError)) !== undefined
}
