import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect } from '@playwright/test'
import { type DescribedStack, readStack } from './described-stack.ts'
import { stackFileAt, stackVariables } from './stacks.ts'

/** A stack beside the projects' stacks. */
export type SpawnedStack = { stack: DescribedStack; stop: () => Promise<void> }

/** Starts a stack on a port of this machine. */
export async function spawnStack(
  port: number,
  variables: Readonly<Record<string, string>>,
): Promise<SpawnedStack> {
  await rm(stackFileAt(port), { force: true })
  const program = join(repositoryRoot, 'stack/src/bin/serve-test-stack.ts')
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      ...variables,
      ...stackVariables(port),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const read = () => readStack(port).catch(() => null)
  await expect.poll(read, { timeout: 180_000 }).not.toBeNull()
  return {
    stack: await readStack(port),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
