// Waits until its parent closes the pipe or is gone, then ends every program that names the folder and removes it.
// Usage: node clean-up.ts <folder>, with process ids on standard input
import { execFile } from 'node:child_process'
import { glob, readFile, rm } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const folder = process.argv[2] ?? ''
const ROUNDS = 40
const PAUSE_MS = 100

/** Only Linux lists the command lines of processes as files. */
async function programsNaming(name: string): Promise<number[]> {
  const pids: number[] = []
  for await (const file of glob('/proc/[0-9]*/cmdline')) {
    const command = await readFile(file, 'utf8').catch(() => '')
    const pid = Number(file.split('/')[2])
    if (command.includes(name) && pid !== process.pid) pids.push(pid)
  }
  return pids
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}

/** A file system that is mounted inside the folder. */
async function unmountAll(): Promise<void> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  for (const line of mounts.split('\n')) {
    const [, target = ''] = line.split(' ')
    if (target.startsWith(`${folder}/`)) await promisify(execFile)('umount', ['-l', target])
  }
}

process.on('SIGTERM', () => undefined)
const noted = (await text(process.stdin)).split('\n').filter(Boolean).map(Number)
if (!/^\/.*bullring-[\w-]+$/.test(folder)) throw new Error('Not a folder of a cluster')
for (const pid of noted) kill(pid)
for (let round = 0; round < ROUNDS; round += 1) {
  const pids = await programsNaming(folder)
  for (const pid of pids) kill(pid)
  if (pids.length === 0) break
  await sleep(PAUSE_MS)
}
await unmountAll()
await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: PAUSE_MS })
