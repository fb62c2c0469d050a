import type { Variables } from './env-file.ts'
import { type Answers, QUESTION_NAMES, questionOf } from './questions.ts'

/** Returns the answers that settings hold. */
export function existingAnswers(start: Variables): Partial<Answers> {
  const answers = Object.fromEntries(
    QUESTION_NAMES.flatMap((name) => {
      const value = start[questionOf(name).variable]
      return value === undefined ? [] : [[name, value]]
    }),
  ) as Partial<Answers>
  const domain = URL.parse(answers.domain ?? '')?.hostname
  const { domain: _, sender, ...others } = answers
  const isUsual = sender === `Bullring <login@${domain}>`
  return {
    ...others,
    ...(domain !== undefined && { domain }),
    ...(sender !== undefined && !isUsual && { sender }),
  }
}
