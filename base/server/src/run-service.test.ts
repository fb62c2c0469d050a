import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productBuild } from './product-build.ts'

/** A service that takes a while to load, and runs until it is stopped. */
const PROGRAM = `
  const { runService } = await import(${JSON.stringify(new URL('./run-service.ts', import.meta.url).href)})
  await new Promise((resolve) => setTimeout(resolve, 500))
  const running = new Promise(() => setInterval(() => 0, 1e6))
  const service = { url: '', running, stop: () => Promise.resolve() }
  const refer = () => new WeakRef({})
  const left = refer()
  // A timer ends the task in which the reference is strong.
  await new Promise((resolve) => setTimeout(resolve))
  process.on('message', () => process.send({ isCollected: left.deref() === undefined }))
  const log = { info: (fields, text) => text === 'starting' && console.log(text, fields.version, fields.commit), warn: (fields, text) => console.log(text) }
  const variables = ['GAME_POLL_INTERVAL_MS', 'PORT']
  await runService(() => ({ log, variables, prefix: 'GAME_', start: () => Promise.resolve(service) }))`

let folder = ''
let program = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-service-'))
  program = join(folder, 'service.mjs')
  await writeFile(program, PROGRAM)
})

afterEach(() => rm(folder, { recursive: true, force: true }))

describe('runService', () => {
  test('ends when its parent is gone', async () => {
    const child = fork(program)
    await once(child, 'message')
    child.disconnect()
    await expect(once(child, 'exit')).resolves.toEqual([0, null])
  })

  test('ends when its parent was gone before it was loaded', async () => {
    const child = fork(program)
    child.disconnect()
    await expect(once(child, 'exit')).resolves.toEqual([0, null])
  })

  test('collects what its start has left', async () => {
    const child = fork(program)
    await once(child, 'message')
    child.send('report')
    await expect(once(child, 'message')).resolves.toContainEqual({ isCollected: true })
    child.disconnect()
    await once(child, 'exit')
  })

  test('begins its log with version and commit, and warns of a misspelled variable', async () => {
    const env = { GAME_POLL_INTERVALL_MS: '500', PORT: '1' }
    const child = fork(program, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    const printed = child.stdout?.toArray()
    await once(child, 'message')
    child.disconnect()
    await once(child, 'exit')
    const { version, commit } = productBuild()
    // Checks beside this test change files for a moment.
    expect((await printed)?.join('').replace('-dirty', '')).toBe(
      `starting ${version} ${commit?.replace('-dirty', '')}\n` +
        'the service does not read GAME_POLL_INTERVALL_MS: did you mean GAME_POLL_INTERVAL_MS?\n',
    )
  })
})
