import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildFrame } from '@bullring/stack/build'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { expect } from '@playwright/test'
import { type ChainDriver, driveChain } from './chain-driver.ts'
import { portOf, worker, workers } from './worker-stack.ts'

/** A stack with the embedded wallet, for tests that speak to its frame. */
export type FrameStack = {
  /** Origin of the game: the only one that may embed the frame. */
  gameUrl: string
  /** Origin of the frame. */
  frameUrl: string
  inboxUrl: string
  chain: ChainDriver
  stop: () => Promise<void>
}

type StackFile = Parameters<typeof driveChain>[0] & {
  embeddedWallet: { url: string; inboxUrl: string }
}

/** Starts the stack. Those of the workers leave the embedded wallet out: it would run for every spec. */
export async function startFrameStack(): Promise<FrameStack> {
  await buildFrame()
  // After the ports of stacks, kit pages and the stack of the embedded wallet in the game.
  const port = portOf(3 * workers + worker)
  const file = join(tmpdir(), `bullring-e2e-frame-${port}.json`)
  await rm(file, { force: true })
  const program = join(repositoryRoot, 'tools/stack/src/bin/serve-test-stack.ts')
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: `${port}`,
      TEST_STACK_FILE: file,
      TEST_EMBEDDED_WALLET: 'true',
      ROUND_SECONDS: '180',
      GAME_POLL_INTERVAL_MS: '200',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const read = () => readFile(file, 'utf8').catch(() => '')
  await expect.poll(read, { timeout: 180_000 }).not.toBe('')
  const { embeddedWallet, ...market } = JSON.parse(await read()) as StackFile
  return {
    gameUrl: `http://127.0.0.1:${port}`,
    frameUrl: embeddedWallet.url,
    inboxUrl: embeddedWallet.inboxUrl,
    chain: driveChain(market),
    stop: async () => {
      const exited = once(child, 'exit')
      child.kill('SIGTERM')
      await exited
    },
  }
}
