import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArguments } from '../command/parse-arguments.ts'
import { runCommand } from '../command/run-command.ts'
import { examine, REACH } from '../doctor/examine.ts'
import { renderTable } from '../doctor/render-table.ts'
import { earlierFiles, INSTALLED_FOLDER } from '../setup/settings-folder.ts'

/** `npm run doctor`: says what visitors of an installation have, what they lack, and what is broken. */

const USAGE =
  'npm run doctor -- [--settings FOLDER] [--mail you@example.org] [--backups FOLDER] [--json]'

async function doctor(): Promise<void> {
  const { values } = parseArguments(
    {
      options: {
        settings: { type: 'string' },
        mail: { type: 'string' },
        backups: { type: 'string' },
        json: { type: 'boolean' },
      },
    },
    USAGE,
  )
  const stopping = new AbortController()
  process.once('SIGINT', () => stopping.abort())
  const findings = await examine({
    folder: resolve(
      values.settings ?? (existsSync(INSTALLED_FOLDER) ? INSTALLED_FOLDER : 'bullring-settings'),
    ),
    earlier: earlierFiles(values.settings),
    recipient: values.mail ?? null,
    backups: values.backups ?? null,
    reach: REACH,
    signal: stopping.signal,
  })
  const isBroken = findings.some(({ state }) => state === 'broken')
  const text = values.json === true ? JSON.stringify({ isBroken, findings }) : renderTable(findings)
  process.stdout.write(`${text}\n`)
  process.exitCode = isBroken ? 1 : 0
}

await runCommand(doctor)
