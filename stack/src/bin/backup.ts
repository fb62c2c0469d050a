import { installedVariables } from '../backup/installed-variables.ts'
import { runBackup } from '../backup/run-backup.ts'
import { parseArguments, parseCount } from '../command/parse-arguments.ts'
import { runCommand, stopSignal } from '../command/run-command.ts'
import { StackError } from '../errors.ts'
import { parseSettings } from '../settings.ts'

/** `npm run backup`: copies the bundled PostgreSQL to BACKUP_DIR while the product runs. */

const MOST_DAYS = 3_650
const USAGE = 'npm run backup -- [--keep-days 14] [--settings FOLDER] [--json]'

async function backup(): Promise<void> {
  const { values } = parseArguments(
    {
      options: {
        'keep-days': { type: 'string' },
        settings: { type: 'string' },
        json: { type: 'boolean' },
      },
    },
    USAGE,
  )
  const keepDays = values['keep-days']
  const days = keepDays === undefined ? null : parseCount('--keep-days', keepDays, MOST_DAYS)
  const signal = stopSignal('Stopped: no backup was made.')
  const settings = parseSettings(await installedVariables(values.settings, process.env), [])
  if (settings.backups === null)
    throw new StackError(
      'There is nothing to back up here: BACKUP_DIR is not set, or the database is not the bundled PostgreSQL of a public chain.',
    )
  const { dataDir } = settings
  const report = await runBackup(settings.backups, {
    dataDir,
    days,
    signal,
    note: (sentence) => process.stderr.write(`! ${sentence}\n`),
  })
  const { path, summary } = report.backup
  const bytes = Object.values(summary.files).reduce((sum, file) => sum + file.bytes, 0)
  const text =
    values.json === true
      ? JSON.stringify({ path, bytes, removed: report.removed, ...summary })
      : `✓ ${path} (${(bytes / 1e6).toFixed(1)} MB), ${report.removed.length} older removed`
  process.stdout.write(`${text}\n`)
}

await runCommand(backup)
