import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { askQuestions } from './ask-questions.ts'

const GIVEN = {
  chain: '97',
  domain: 'bullring.example',
  nodes: 'https://node.example',
  mail: 'smtps://user:password@mail.example',
  budget: '0.1',
  'ens-node': 'https://ethereum.example',
}
const ENTER = '\r'
const UNCHANGED = {
  'Chain:': ENTER,
  'Domain of': ENTER,
  'Nodes of the chain': ENTER,
  'Mail server': ENTER,
  'Sender of': ENTER,
  'The rest is optional': ENTER,
}

/** Types at a terminal: each text when the question that contains its name is shown. */
function terminal(typed: Readonly<Record<string, string>>) {
  const input = new PassThrough()
  const output = new PassThrough()
  const open = Object.entries(typed)
  let shown = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text
    const [question, keys] = open[0] ?? []
    if (question === undefined || keys === undefined || !shown.includes(question)) return
    open.shift()
    shown = ''
    setImmediate(() => input.write(keys))
  })
  return { input, output }
}

describe('askQuestions', () => {
  test('empties the answers of groups that are deselected', async () => {
    // The first `a` selects all, the second none.
    const answers = await askQuestions(
      GIVEN,
      terminal({ ...UNCHANGED, 'The rest is optional': `aa${ENTER}` }),
    )
    expect(answers).toMatchObject({ ...GIVEN, budget: '', 'ens-node': '' })
  })

  test('keeps the groups that are selected, and secrets', async () => {
    const answers = await askQuestions(
      GIVEN,
      terminal({ ...UNCHANGED, 'Node of Ethereum': ENTER, 'Fees that': ENTER }),
    )
    expect(answers).toMatchObject(GIVEN)
  })

  test('removes a secret', async () => {
    const answers = await askQuestions(
      GIVEN,
      terminal({
        ...UNCHANGED,
        'Mail server': `-${ENTER}`,
        'The rest is optional': `aa${ENTER}`,
      }),
    )
    expect(answers.mail).toBe('')
  })
})
