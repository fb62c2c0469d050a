import { tmpdir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseSettings as parseVariables } from '@bullring/server/config/define-settings'
import { InvalidConfigError } from '@bullring/server/config/errors'
import { BACKUP_SETTINGS } from '../backup/backup-settings.ts'
import { installedVariables } from '../backup/installed-variables.ts'
import { parseArguments } from '../command/parse-arguments.ts'
import { runCommand, stopSignal } from '../command/run-command.ts'
import { StackError } from '../errors.ts'
import { renderDatabases } from '../restore/render-databases.ts'
import { checkRestore, type RestoreCommand, restoreTo } from '../restore/run-restore.ts'

/** `npm run restore`: makes a data folder of a backup, or with `--check` only tries to. */

const USAGE =
  'npm run restore -- <backup | latest> (--check | --data-dir FOLDER) [--to 2026-11-30T12:00:00Z] [--settings FOLDER] [--json]'

async function restore(): Promise<void> {
  const { values, positionals } = parseArguments(
    {
      allowPositionals: true,
      options: {
        check: { type: 'boolean' },
        'data-dir': { type: 'string' },
        to: { type: 'string' },
        settings: { type: 'string' },
        json: { type: 'boolean' },
      },
    },
    USAGE,
  )
  const { check: isCheck = false, 'data-dir': target, to, settings, json } = values
  const [named, ...further] = positionals
  if (named === undefined || further.length > 0 || isCheck === (target !== undefined))
    throw new StackError(`Name a backup, and either --check or --data-dir. Use: ${USAGE}`)
  const env = await installedVariables(settings, process.env)
  const command = {
    named,
    to: timeOf(to),
    ...keyOf(env),
    signal: stopSignal('Stopped: nothing was restored.'),
  }
  const { backup, databases } =
    target === undefined
      ? await checkRestore(env['DATA_DIR'] ? dirname(env['DATA_DIR']) : tmpdir(), command)
      : await restoreTo(resolve(target), command)
  const { path, summary } = backup
  const result = { path, finishedAt: summary.finishedAt, databases }
  process.stdout.write(json === true ? `${JSON.stringify(result)}\n` : textOf(result, target))
}

function timeOf(text: string | undefined): Date | null {
  if (text === undefined) return null
  const time = new Date(text)
  if (/Z$|[+-]\d\d:\d\d$/.test(text) && !Number.isNaN(time.getTime())) return time
  throw new StackError(`--to must be a time with its zone, such as 2026-11-30T12:00:00Z.`)
}

/** Only these count: the machine may be a new one. */
function keyOf(
  env: Readonly<Record<string, string | undefined>>,
): Pick<RestoreCommand, 'folder' | 'key'> {
  try {
    const { BACKUP_DIR: folder, BACKUP_KEY: key } = parseVariables(BACKUP_SETTINGS, env)
    if (key === undefined)
      throw new StackError(
        'Set BACKUP_KEY to the key of the backup, or name its file with --settings.',
      )
    return { folder, key }
  } catch (error) {
    if (error instanceof InvalidConfigError) throw new StackError(error.message)
    throw error
  }
}

function textOf(
  { path, databases }: { path: string; databases: Parameters<typeof renderDatabases>[0] },
  target: string | undefined,
): string {
  const where = target === undefined ? 'can be restored' : `is restored to ${resolve(target)}`
  const next =
    target === undefined ? '' : 'Set DATA_DIR to it, and start: a backup is made at once.\n'
  return `${renderDatabases(databases)}\n\n✓ ${path} ${where}\n${next}`
}

await runCommand(restore)
