import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { StackError } from '../errors.ts'
import { type Answers, completeAnswers, QUESTION_NAMES, type QuestionName } from './questions.ts'

/** Asks a person for the answers that `given` lacks. */
export type Ask = (given: Partial<Answers>) => Promise<Partial<Answers>>

export type AnswerSources = {
  /** Answers of an earlier run. */
  existing: Partial<Answers>
  /** Path of an answers file; null for none. */
  file: string | null
  /** Options of the command line. */
  options: Partial<Answers>
  /** Null takes the usual answers. */
  ask: Ask | null
}

/**
 * Collects the answers: from the options, else the file, else a person, else an earlier run.
 *
 * @throws {StackError} naming every answer that is missing or refused.
 */
export async function collectAnswers(sources: AnswerSources): Promise<Answers> {
  const { existing, file, options, ask } = sources
  const written = file === null ? {} : await readAnswers(file)
  const fixed = { ...written, ...options }
  const given = { ...existing, ...fixed }
  return completeAnswers(ask === null ? given : { ...(await ask(given)), ...fixed })
}

const AnswersFile = z.strictObject(
  Object.fromEntries(
    QUESTION_NAMES.map((name) => [
      name,
      z.union([z.string(), z.number().transform(String)]).optional(),
    ]),
  ),
)

async function readAnswers(file: string): Promise<Partial<Answers>> {
  const text = await readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new StackError(`${file} cannot be read (${cause.code}).`, { cause })
  })
  const parsed = AnswersFile.safeParse(parsedJson(text))
  if (parsed.success) return parsed.data as Partial<Record<QuestionName, string>>
  throw new StackError(
    `${file} must be a JSON object with answers, such as {"chain":"97"}. Its keys can be ${QUESTION_NAMES.join(', ')}.`,
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
