import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '../backup/make-backup.ts'
import { checksumOf } from '../backup/sealed-file.ts'
import { startInstallation, type TestInstallation } from '../backup/testing/test-installation.ts'
import { textProgress } from '../progress.ts'
import { restoreTo } from '../restore/run-restore.ts'
import { query } from '../testing/query.ts'
import { installationOf } from './installation.ts'
import { rollBack, runUpgrade } from './run-upgrade.ts'

const signal = new AbortController().signal

let installed: TestInstallation

beforeAll(async () => {
  installed = await startInstallation()
})

afterAll(() => installed.stop())

async function writeVersion(path: string, version: string): Promise<void> {
  await mkdir(join(path, 'stack/boot'), { recursive: true })
  await writeFile(join(path, 'package.json'), JSON.stringify({ name: 'bullring', version }))
  await writeFile(join(path, 'stack/boot/boot.mjs'), '')
  await writeFile(join(path, 'CHANGELOG.md'), '## [0.3.0]\n## [0.2.0]\n')
}

async function archiveOf(version: string): Promise<string> {
  await writeVersion(join(installed.root, 'new', version), version)
  const archive = join(installed.root, `${version}.tar.gz`)
  execFileSync('tar', ['-czf', archive, '-C', join(installed.root, 'new'), version])
  const sums = `${await checksumOf(archive, signal)}  ${version}.tar.gz\n`
  await writeFile(join(installed.root, 'SHA256SUMS'), sums)
  return archive
}

test('the printed restore leads back behind the migrations of the newer version', async () => {
  const installation = installationOf(join(installed.root, 'bullring'))
  await writeVersion(installation.link, '0.2.0')
  const insert = (note: string, id: number) =>
    query(installed.vaultUrl, `insert into probes values (${id}, '${note}')`)
  const options = {
    installation,
    progress: textProgress(() => undefined),
    signal,
    backUp: async () => {
      const { path } = await makeBackup({ ...installed, signal })
      await insert('after the backup', 1)
      return path
    },
  }
  const migrate = async () => {
    await query(installed.vaultUrl, "insert into kysely_migration values ('9999-newer', now())")
    return null
  }
  const stop = async () => undefined
  await runUpgrade(await archiveOf('0.3.0'), { ...options, services: { stop, start: migrate } })
  await installed.flush()
  const refusing = { stop, start: async () => 'It refuses its database.' }
  const error = await rollBack({ ...options, services: refusing }).catch((cause: Error) => cause)
  const [, named = '', to = ''] = /restore -- (\S+) --to (\S+) --data-dir/.exec(`${error}`) ?? []
  const command = { named, folder: undefined, key: installed.key, signal }
  const target = join(installed.root, 'restored')
  await expect(restoreTo(target, { ...command, to: null })).rejects.toThrow('9999-newer')
  const { databases, backup } = await restoreTo(target, { ...command, to: new Date(to) })
  expect(databases.find(({ name }) => name === 'vault')?.migration).toBe(
    backup.summary.migrations['vault'],
  )
})
