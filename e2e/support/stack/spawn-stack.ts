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
  const exited = once(child, 'exit')
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const read = () => readStack(port).catch(() => null)
  const isOver = async () => hasExited() || (await read()) !== null
  await expect.poll(isOver, { timeout: 180_000 }).toBe(true)
  expect(hasExited(), 'the stack ended before it was ready').toBe(false)
  return {
    stack: await readStack(port),
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}
