import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nodeOptionsOf } from '../node-options.ts'
import { findProgram } from '../processes/find-program.ts'
import { repositoryRoot } from '../repository-root.ts'

const TIMEOUT_MS = 60_000
const ANALYZE = findProgram('systemd-analyze')
/** Tenths of what `systemd-analyze security` calls exposure. */
const MOST_EXPOSED = 40
const UNITS = globSync('ops/**/*.service', { cwd: repositoryRoot }).toSorted()

const TIMERS = globSync('ops/*.timer', { cwd: repositoryRoot }).toSorted()

/** Drop-ins of all units whose names begin with "bullring-". */
const PREFIX = 'bullring-.service.d'
const isLimitedByPrefix = (file: string) => existsSync(join(repositoryRoot, dirname(file), PREFIX))

/** Services whose unit is in ops/systemd. */
const SERVICES = UNITS.filter((file) => dirname(file) === 'ops/systemd')

describe('unit files', () => {
  test.skipIf(ANALYZE === null).each(UNITS)('systemd accepts %s', async (file) => {
    const folder = await mkdtemp(join(tmpdir(), 'bullring-units-'))
    try {
      const text = await readFile(join(repositoryRoot, file), 'utf8')
      // The program is not installed where tests run.
      const unit = join(folder, basename(file).replace('@.', '@index.'))
      await writeFile(unit, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      if (isLimitedByPrefix(file)) {
        await cp(join(repositoryRoot, dirname(file), PREFIX), join(folder, PREFIX), {
          recursive: true,
        })
      }
      const run = promisify(execFile)(ANALYZE ?? '', ['verify', unit], { timeout: TIMEOUT_MS })
      const { stderr } = await run
      expect(stderr.split('\n').filter((line) => line.includes('bullring'))).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test.skipIf(ANALYZE === null).each(TIMERS)('systemd accepts %s', async (file) => {
    const folder = await mkdtemp(join(tmpdir(), 'bullring-timers-'))
    try {
      const service = file.replace('.timer', '.service')
      const text = await readFile(join(repositoryRoot, service), 'utf8')
      const unit = join(folder, basename(service))
      await writeFile(unit, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'))
      await cp(join(repositoryRoot, file), join(folder, basename(file)))
      const args = ['verify', join(folder, basename(file))]
      const { stderr } = await promisify(execFile)(ANALYZE ?? '', args, { timeout: TIMEOUT_MS })
      expect(stderr.split('\n').filter((line) => line.includes('bullring'))).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test.skipIf(ANALYZE === null).each(UNITS)('%s gives few rights', async (file) => {
    const args = ['security', '--no-pager', '--offline=yes', `--threshold=${MOST_EXPOSED}`]
    const run = promisify(execFile)(ANALYZE ?? '', [...args, join(repositoryRoot, file)], {
      timeout: TIMEOUT_MS,
    })
    expect((await run).stdout).toContain('Overall exposure level')
  })

  test.each(UNITS)('%s waits ten seconds longer than the service drains', async (file) => {
    const text = await readFile(join(repositoryRoot, file), 'utf8')
    const drain = Number(/^Environment=DRAIN_SECONDS=(\d+)$/m.exec(text)?.[1] ?? 0)
    const limit = Number(/^TimeoutStopSec=(\d+)$/m.exec(text)?.[1])
    expect(limit).toBeGreaterThanOrEqual(drain + 10)
  })

  test.each(SERVICES)(
    '%s runs a program that exists, with its own secrets and limits',
    async (file) => {
      const text = await readFile(join(repositoryRoot, file), 'utf8')
      const service = /^ops\/systemd\/bullring-(\w+)\.service$/.exec(file)?.[1]
      const program = /^ExecStart=.* (\S+\.ts)$/m.exec(text)?.[1] ?? 'none'
      expect(basename(program)).toBe(`${service}.ts`)
      expect(existsSync(join(repositoryRoot, program)), program).toBe(true)
      expect(text).toContain(`\nEnvironmentFile=/etc/bullring/${service}.env\n`)
      expect(text).toMatch(/^MemoryMax=\d+[MG]$/m)
      expect(text).toMatch(/^LimitNOFILE=\d+$/m)
      const options = nodeOptionsOf(service ?? '', {}).map((option) => `${option} `)
      expect(text).toContain(`/node ${options.join('')}${program}\n`)
    },
  )

  test('every service has a unit', () => {
    const programs = globSync('{accounts,game,login,wallet,walletconnect}/*/src/bin/*.ts', {
      cwd: repositoryRoot,
    })
    const names = programs.map((file) => basename(file, '.ts'))
    const services = names.filter((name) => !['bot', 'keeper', 'stamp-frame'].includes(name))
    expect(SERVICES.map((file) => basename(file, '.service')).toSorted()).toEqual(
      services.map((name) => `bullring-${name}`).toSorted(),
    )
  })
})
