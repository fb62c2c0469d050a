import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect } from '@playwright/test'
import { stackFileAt } from './worker-stack.ts'

/** A stack besides that of the worker. */
export type SpawnedStack = {
  /** Origin of the game. */
  url: string
  /** What the stack writes about itself, as JSON. */
  description: string
  stop: () => Promise<void>
}

/** Starts a stack on a port of this machine. */
export async function spawnStack(
  port: number,
  variables: Readonly<Record<string, string>>,
): Promise<SpawnedStack> {
  const file = stackFileAt(port)
  await rm(file, { force: true })
  const program = join(repositoryRoot, 'tools/stack/src/bin/serve-test-stack.ts')
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ...variables,
      PORT: `${port}`,
      TEST_STACK_FILE: file,
      ROUND_SECONDS: '180',
      GAME_POLL_INTERVAL_MS: '200',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const read = () => readFile(file, 'utf8').catch(() => '')
  await expect.poll(read, { timeout: 180_000 }).not.toBe('')
  return {
    url: `http://127.0.0.1:${port}`,
    description: await read(),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
