import { ShownError } from '@bullring/approval/errors'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { fill } from '@bullring/wire/text/fill'
import { dashboardUrl, PasskeyError } from '#frame-errors.ts'
import { isUnreachable, toErrorMessage } from '#protocol/error-message.ts'
import type { FrameMessages } from './frame-messages.ts'

/** Returns what the page shows of an error; in English where its code has no text. */
export function problemText(error: unknown, { problem }: FrameMessages): string {
  if (error instanceof PasskeyError) {
    return fill(problem[error.reason], { dashboard: dashboardUrl() })
  }
  if (isUnreachable(error)) return problem.unreachable
  const text = textOf(error, problem)
  const seconds = error instanceof ApiProblemError ? error.retryAfterSeconds : null
  return text === undefined ? toErrorMessage(error) : fill(text, { seconds: seconds ?? 0 })
}

function textOf(error: unknown, texts: FrameMessages['problem']): string | undefined {
  const isKnown = error instanceof ApiProblemError || error instanceof ShownError
  if (!isKnown) return texts.unknown
  const code = error instanceof ApiProblemError ? error.problemCode : error.code
  return Object.entries(texts).find(([key]) => key === code)?.[1]
}
