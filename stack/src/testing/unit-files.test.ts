import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { findProgram } from '../processes/find-program.ts'
import { repositoryRoot } from '../repository-root.ts'

const TIMEOUT_MS = 60_000
const ANALYZE = findProgram('systemd-analyze')
/** Tenths of what `systemd-analyze security` calls exposure. */
const MOST_EXPOSED = 40
const UNITS = globSync('ops/**/*.service', { cwd: repositoryRoot }).toSorted()

describe('unit files', () => {
  test.skipIf(ANALYZE === null).each(UNITS)('systemd accepts %s', async (file) => {
    const folder = await mkdtemp(join(tmpdir(), 'bullring-units-'))
    try {
      const text = await readFile(join(repositoryRoot, file), 'utf8')
      // The program is not installed where tests run.
      const unit = join(folder, basename(file).replace('@.', '@index.'))
      await writeFile(unit, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      const run = promisify(execFile)(ANALYZE ?? '', ['verify', unit], { timeout: TIMEOUT_MS })
      const { stderr } = await run
      expect(stderr.split('\n').filter((line) => line.includes('bullring'))).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  // Keys of the chain and passwords are theirs. `npm start` builds, and starts databases: its unit is open.
  const isClosed = (file: string) => file !== 'ops/bullring.service'

  test.skipIf(ANALYZE === null).each(UNITS.filter(isClosed))(
    '%s gives few rights',
    async (file) => {
      const args = ['security', '--no-pager', '--offline=yes', `--threshold=${MOST_EXPOSED}`]
      const run = promisify(execFile)(ANALYZE ?? '', [...args, join(repositoryRoot, file)], {
        timeout: TIMEOUT_MS,
      })
      expect((await run).stdout).toContain('Overall exposure level')
    },
  )

  test.each(UNITS)('%s waits ten seconds longer than the service drains', async (file) => {
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    const drain = Number(/^Environment=DRAIN_SECONDS=(\d+)$/m.exec(text)?.[1] ?? 0)
    const limit = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])
    expect(limit).toBeGreaterThanOrEqual(drain + 10)
  })
})
