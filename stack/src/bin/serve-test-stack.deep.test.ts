import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Child, startChild } from '../processes/child.ts'
import { freePort } from '../processes/free-port.ts'
import { repositoryRoot } from '../repository-root.ts'
import { programsNaming } from '../testing/programs-naming.ts'

const script = join(repositoryRoot, 'stack/src/bin/serve-test-stack.ts')
const TIMEOUT_MS = 600_000

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-test-stack-'))
  await chmod(folder, 0o711)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

/** Starts the program with all its files below `folder`. */
function start(env: Record<string, string>): Child {
  return startChild({
    name: 'serve-test-stack',
    command: process.execPath,
    args: [script],
    env: { PATH: '/usr/bin:/bin', TMPDIR: folder, ...env },
  })
}

describe('serve-test-stack', () => {
  test('error: a failed start leaves nothing behind', { timeout: TIMEOUT_MS }, async () => {
    const child = start({ PORT: `${await freePort()}`, ROUND_SECONDS: '1' })
    expect(await child.exited).toBe('serve-test-stack ended with code 1')
    expect(child.lastOutput()).toContain('ROUND_SECONDS must be at least 10')
    expect(await programsNaming(folder)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })

  test('shuts down in order on a signal during startup', { timeout: TIMEOUT_MS }, async () => {
    const child = start({ PORT: `${await freePort()}`, ROUND_SECONDS: '60' })
    await expect.poll(() => programsNaming(folder), { timeout: 60_000 }).not.toEqual([])
    child.process.kill('SIGTERM')
    await child.exited
    expect(await programsNaming(folder)).toEqual([])
    expect(await readdir(folder)).toEqual([])
  })
})
