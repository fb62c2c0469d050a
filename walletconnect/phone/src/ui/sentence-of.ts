import {
  ApiProblemError,
  ApiTimeoutError,
  ApiUnreachableError,
} from '@bullring/wire/http/request-errors'
import { BaseError } from 'viem'
import { isUnreachable, toSentence } from '#chain/send-signed.ts'

const UNREACHABLE = 'No connection. Is the game still running on this machine?'

/** Puts an error into a sentence for the user. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ApiUnreachableError || error instanceof ApiTimeoutError) return UNREACHABLE
  if (isUnreachable(error)) return 'No connection to the chain. Try again when it is back.'
  if (error instanceof ApiProblemError) return error.detail ?? error.message
  if (error instanceof BaseError) return asSentence(toSentence(error))
  return asSentence(error instanceof Error ? error.message : String(error))
}

function asSentence(text: string): string {
  const trimmed = text.trim().replace(/\.+$/, '')
  return trimmed === ''
    ? 'Something went wrong.'
    : `${trimmed[0]?.toUpperCase()}${trimmed.slice(1)}.`
}
