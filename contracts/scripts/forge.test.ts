import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
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
  // Waits for the source on its input.
  const child = spawn(process.execPath, [script, 'fmt', '-'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  await expect.poll(() => childrenOf(child.pid)).toHaveLength(1)
  const [forge] = await childrenOf(child.pid)
  child.kill('SIGTERM')
  await once(child, 'exit')
  await expect.poll(() => readFile(`/proc/${forge}/stat`).catch(() => null)).toBeNull()
})
