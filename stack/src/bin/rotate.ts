import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArguments } from '../command/parse-arguments.ts'
import { runCommand } from '../command/run-command.ts'
import { StackError } from '../errors.ts'
import { rotateKey } from '../rotate/rotate-key.ts'
import { isKeyName, ROTATIONS } from '../rotate/rotations.ts'
import { INSTALLED_FOLDER } from '../setup/settings-folder.ts'

/** `npm run rotate`: replaces a key that setup made. */

const USAGE = `npm run rotate -- <VARIABLE> [--drop-old] [--leaked] [--settings FOLDER]. Variables: ${Object.keys(ROTATIONS).join(', ')}`

async function rotate(): Promise<void> {
  const { values, positionals } = parseArguments(
    {
      allowPositionals: true,
      options: {
        'drop-old': { type: 'boolean' },
        leaked: { type: 'boolean' },
        settings: { type: 'string' },
      },
    },
    USAGE,
  )
  const [name = '', ...further] = positionals
  if (!isKeyName(name) || further.length > 0) throw new StackError(`Name one key. Use: ${USAGE}`)
  const usual = existsSync(INSTALLED_FOLDER) ? INSTALLED_FOLDER : 'bullring-settings'
  await rotateKey({
    folder: resolve(values.settings ?? usual),
    name,
    isDroppingOld: values['drop-old'] === true,
    isLeaked: values.leaked === true,
    print: (line) => process.stdout.write(`${line}\n`),
  })
}

await runCommand(rotate)
