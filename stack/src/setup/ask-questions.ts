import { type CANCEL_SYMBOL, intro, isCancel, multiselect, password, text } from '@clack/prompts'
import { StackError } from '../errors.ts'
import { isSecret } from './known-settings.ts'
import {
  type Answers,
  problemOf,
  QUESTION_NAMES,
  type QuestionName,
  questionOf,
} from './questions.ts'

/**
 * Asks at the terminal, each answer checked before the next question.
 *
 * @throws {StackError} when the person cancels.
 */
export async function askQuestions(given: Partial<Answers>): Promise<Partial<Answers>> {
  intro('Settings of Bullring. Enter keeps what is shown.')
  const needed = await askAll(QUESTION_NAMES.filter((name) => questionOf(name).group === null))
  const groups = await askGroups(given)
  const optional = QUESTION_NAMES.filter((name) => groups.has(questionOf(name).group ?? ''))
  return { ...given, ...needed, ...(await askAll(optional)) }

  async function askAll(names: readonly QuestionName[]): Promise<Partial<Answers>> {
    const answers: Partial<Record<QuestionName, string>> = {}
    for (const name of names) answers[name] = await askOne(name, given[name] ?? '')
    return answers
  }
}

async function askGroups(given: Partial<Answers>): Promise<ReadonlySet<string>> {
  const optional = QUESTION_NAMES.flatMap((name) => {
    const { group } = questionOf(name)
    return group === null ? [] : [{ group, isSet: Boolean(given[name]) }]
  })
  const groups = [...new Set(optional.map(({ group }) => group))]
  const chosen = await multiselect({
    message: 'The rest is optional. Space selects what you have, Enter goes on.',
    options: groups.map((value) => ({ value, label: value })),
    initialValues: optional.flatMap(({ group, isSet }) => (isSet ? [group] : [])),
    required: false,
  })
  return new Set(answered(chosen))
}

async function askOne(name: QuestionName, current: string): Promise<string> {
  const { text: message, usual, variable } = questionOf(name)
  // The schema of the service that reads the answer decides.
  const problemText = (answer: string) => {
    const problem = problemOf(name, answer)
    return problem === null ? undefined : `This ${problem}.`
  }
  if (!isSecret(variable)) {
    const initialValue = current || (usual ?? '')
    const validate = (value = '') => problemText(value)
    return answered(await text({ message, initialValue, validate }))
  }
  const hint = current === '' ? message : `${message} (Enter keeps the present one)`
  const validate = (value = '') => problemText(value || current)
  return answered(await password({ message: hint, validate })) || current
}

function answered<value>(answer: value | typeof CANCEL_SYMBOL): value {
  if (isCancel(answer)) throw new StackError('Cancelled: nothing was written.')
  return answer as value
}
