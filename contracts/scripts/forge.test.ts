import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const script = fileURLToPath(new URL('forge.ts', import.meta.url))

/** Process ids of the children of `pid`. */
async function childrenOf(pid: number | undefined): Promise<string[]> {
  const list = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return list.split(' ').filter(Boolean)
}

test('passes the exit code of forge on', async () => {
  const child = spawn(process.execPath, [script, 'no-such-command'], { stdio: 'ignore' })
  expect(await once(child, 'exit')).toEqual([2, null])
})

test.runIf(process.platform === 'linux')('ends forge with itself on a signal', async () => {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'bullring-forge-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const pipe = join(folder, 'source')
  execFileSync('mkfifo', [pipe])
  // Opened for writing too, so that forge waits for a source that never ends.
  const source = await open(pipe, 'r+')
  resources.defer(() => source.close())
  const child = spawn(process.execPath, [script, 'fmt', '-'], {
    stdio: [source.fd, 'ignore', 'ignore'],
  })
  await expect.poll(() => childrenOf(child.pid)).toHaveLength(1)
  const [forge] = await childrenOf(child.pid)
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expect.poll(() => readFile(`/proc/${forge}/stat`).catch(() => null)).toBeNull()
})
