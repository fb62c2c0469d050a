import {
  ApiProblemError,
  ApiTimeoutError,
  ApiUnreachableError,
} from '@bullring/wire/http/request-errors'
import { FrameError } from '#frame-errors.ts'

const UNREACHABLE = 'The wallet could not be reached. Check your connection and try again.'
const UNKNOWN = 'Something went wrong. Please try again.'

/** Returns what an error reply tells the app. Texts of unexpected errors stay here: they may hold anything. */
export function toErrorMessage(error: unknown): string {
  if (error instanceof FrameError) return error.message
  if (error instanceof ApiProblemError) return error.detail ?? UNKNOWN
  if (error instanceof ApiUnreachableError || error instanceof ApiTimeoutError) return UNREACHABLE
  return UNKNOWN
}
