import {
  type CANCEL_SYMBOL,
  type CommonOptions,
  intro,
  isCancel,
  multiselect,
  password,
  text,
} from '@clack/prompts'
import { StackError } from '../errors.ts'
import { isSecret } from './known-settings.ts'
import {
  type Answers,
  problemOf,
  QUESTION_NAMES,
  type QuestionName,
  questionOf,
} from './questions.ts'

/** Terminal other than that of this process. */
type Terminal = Pick<CommonOptions, 'input' | 'output'>

/** Typed in place of a secret, of which an empty line keeps the present one. */
const REMOVE = '-'

/**
 * Asks at the terminal, each answer checked before the next question.
 *
 * @throws {StackError} when the person cancels.
 */
export async function askQuestions(
  given: Partial<Answers>,
  terminal: Terminal = {},
): Promise<Partial<Answers>> {
  intro('Settings of Bullring. Enter keeps what is shown.', terminal)
  const needed = await askAll(QUESTION_NAMES.filter((name) => questionOf(name).group === null))
  const groups = await askGroups(given, terminal)
  const optional = QUESTION_NAMES.filter((name) => questionOf(name).group !== null)
  const chosen = optional.filter((name) => groups.has(questionOf(name).group ?? ''))
  const emptied = Object.fromEntries(optional.map((name) => [name, '']))
  return { ...emptied, ...needed, ...(await askAll(chosen)) }

  async function askAll(names: readonly QuestionName[]): Promise<Partial<Answers>> {
    const answers: Partial<Record<QuestionName, string>> = {}
    for (const name of names) answers[name] = await askOne(name, given[name] ?? '', terminal)
    return answers
  }
}

async function askGroups(
  given: Partial<Answers>,
  terminal: Terminal,
): Promise<ReadonlySet<string>> {
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
    ...terminal,
  })
  return new Set(answered(chosen))
}

async function askOne(name: QuestionName, current: string, terminal: Terminal): Promise<string> {
  const { text: message, usual, variable } = questionOf(name)
  const isRemovable = usual !== undefined && current !== ''
  // The schema of the service that reads the answer decides.
  const problemText = (answer: string) => {
    const problem = problemOf(name, answer)
    return problem === null ? undefined : `This ${problem}.`
  }
  if (!isSecret(variable)) {
    const initialValue = current || (usual ?? '')
    const validate = (value = '') => problemText(value)
    return answered(await text({ message, initialValue, validate, ...terminal }))
  }
  const removal = isRemovable ? `, ${REMOVE} removes it` : ''
  const hint = current === '' ? message : `${message} (Enter keeps the present one${removal})`
  const meant = (value = '') => (isRemovable && value === REMOVE ? '' : value || current)
  const validate = (value?: string) => problemText(meant(value))
  return meant(answered(await password({ message: hint, validate, ...terminal })))
}

function answered<value>(answer: value | typeof CANCEL_SYMBOL): value {
  if (isCancel(answer)) throw new StackError('Cancelled: nothing was written.')
  return answer as value
}
