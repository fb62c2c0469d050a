import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { installedVariables } from '../backup/installed-variables.ts'
import { runBackup } from '../backup/run-backup.ts'
import { parseArguments } from '../command/parse-arguments.ts'
import { runCommand } from '../command/run-command.ts'
import { StackError } from '../errors.ts'
import { hostUrl } from '../host-url.ts'
import { textProgress } from '../progress.ts'
import { repositoryRoot } from '../repository-root.ts'
import { parseSettings, type StackSettings } from '../settings.ts'
import { installationOf, repairLink } from '../upgrade/installation.ts'
import { requireDataOutside } from '../upgrade/require-data-outside.ts'
import { rollBack, runUpgrade } from '../upgrade/run-upgrade.ts'
import { runningServices } from '../upgrade/services.ts'

/** `npm run upgrade`: replaces the installed version by that of an archive, or goes back to the version before. */

const USAGE =
  'npm run upgrade -- (<bullring-0.3.0.tar.gz> [--backed-up] | --rollback) [--settings FOLDER]'

const write = (text: string) => process.stdout.write(`${text}\n`)

async function upgrade(): Promise<void> {
  const { values, positionals } = parseArguments(
    {
      allowPositionals: true,
      options: {
        rollback: { type: 'boolean' },
        'backed-up': { type: 'boolean' },
        settings: { type: 'string' },
      },
    },
    USAGE,
  )
  const [archive, ...further] = positionals
  const isRollback = values.rollback === true
  if (further.length > 0 || isRollback === (archive !== undefined))
    throw new StackError(`Name the archive of a release, or --rollback. Use: ${USAGE}`)
  if (process.getuid?.() !== 0) throw new StackError('Run this as root: it stops and starts units.')
  const stopping = new AbortController()
  const { signal } = stopping
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => stopping.abort(new StackError('Stopped: the installed version runs.')))
  const installation = installationOf(await realpath(repositoryRoot))
  const repaired = await repairLink(installation, repositoryRoot)
  if (repaired)
    write(
      `✓ ${installation.link} leads to a version again. If the product does not run: systemctl start bullring`,
    )
  const env = await installedVariables(values.settings, process.env)
  const settings = parseSettings(env, [])
  await requireDataOutside(env['DATA_DIR'], installation)
  const options = {
    installation,
    services: await runningServices(hostUrl(settings.host, settings.port)),
    progress: textProgress(write),
    signal,
  }
  if (archive === undefined) {
    write(`✓ ${await rollBack(options)} runs again`)
    return
  }
  const backUp = values['backed-up'] === true ? null : backupOf(settings, signal)
  const version = await runUpgrade(resolve(archive), { ...options, backUp })
  write(`✓ ${version} runs. To go back: npm run upgrade -- --rollback`)
}

function backupOf(settings: StackSettings, signal: AbortSignal): () => Promise<string> {
  const { backups, dataDir } = settings
  if (backups === null)
    throw new StackError(
      'BACKUP_DIR is not set, so no backup can be made here. Make one, and add --backed-up.',
    )
  return async () =>
    (await runBackup(backups, { dataDir, days: null, note: write, signal })).backup.path
}

await runCommand(upgrade)
