import { resolve } from 'node:path'
import { parseArguments } from '../command/parse-arguments.ts'
import { runCommand } from '../command/run-command.ts'
import { askQuestions } from '../setup/ask-questions.ts'
import { type Answers, QUESTION_NAMES } from '../setup/questions.ts'
import { runSetup } from '../setup/run-setup.ts'
import { earlierFiles, INSTALLED_FOLDER } from '../setup/settings-folder.ts'

/** `npm run setup`: asks for what an installation needs, and writes its settings. */

const USAGE = `npm run setup -- [--out FOLDER] [--answers FILE.json] [--yes] [--moved] ${QUESTION_NAMES.map((name) => `[--${name} ...]`).join(' ')}`

function defaultFolder(): string {
  return process.getuid?.() === 0 ? INSTALLED_FOLDER : 'bullring-settings'
}

async function setup(): Promise<void> {
  const options = Object.fromEntries(
    QUESTION_NAMES.map((name) => [name, { type: 'string' }] as const),
  )
  const { values } = parseArguments(
    {
      options: {
        ...options,
        out: { type: 'string' },
        answers: { type: 'string' },
        yes: { type: 'boolean' },
        moved: { type: 'boolean' },
      },
    },
    USAGE,
  )
  const { out: named, answers: answersFile, yes, moved, ...answers } = values
  const out = named === undefined ? undefined : String(named)
  const isAsking = process.stdin.isTTY && yes !== true
  await runSetup({
    folder: resolve(out ?? defaultFolder()),
    earlier: earlierFiles(out),
    answers: answers as Partial<Answers>,
    answersFile: answersFile === undefined ? null : String(answersFile),
    ask: isAsking ? askQuestions : null,
    isMoved: moved === true,
    env: process.env,
    print: (line) => process.stdout.write(`${line}\n`),
  })
}

await runCommand(setup)
