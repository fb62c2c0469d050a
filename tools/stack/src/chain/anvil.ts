import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StackError } from '../errors.ts'
import { type Child, startChild } from '../processes/child.ts'
import { freePort } from '../processes/free-port.ts'

/** Mnemonic every local Ethereum chain uses: its keys are public and worth nothing elsewhere. */
export const LOCAL_MNEMONIC = 'test test test test test test test test test test test junk'

export type AnvilOptions = {
  chainId: number
  /** Seconds between blocks; null mines a block for each transaction at once. */
  blockSeconds: number | null
  /** Timestamp of block 0, for a chain that starts in the past. */
  genesisTimestamp?: number
  /** File written by `dumpChainState`, to continue that chain. */
  stateFile?: string
}

export type Anvil = { rpcUrl: string; child: Child }

const READY_TIMEOUT_MS = 20_000
const ACCOUNTS = 20
const BALANCE_BNB = 1_000_000

/**
 * Starts a local chain on a free port of 127.0.0.1 and waits until it answers.
 *
 * @throws {StackError} when it does not come up, with its last words.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const port = await freePort()
  const child = startChild({
    name: 'anvil',
    command: anvilBinary(),
    args: [
      // Without CORS headers no web page can reach the node's unlocked accounts.
      ['--host', '127.0.0.1', '--port', `${port}`, '--no-cors'],
      ['--chain-id', `${options.chainId}`],
      ['--mnemonic', LOCAL_MNEMONIC, '--accounts', `${ACCOUNTS}`, '--balance', `${BALANCE_BNB}`],
      // Prague is BSC's level; its base fee is 0.
      ['--hardfork', 'prague', '--block-base-fee-per-gas', '0', '--quiet'],
      options.blockSeconds === null ? [] : ['--block-time', `${options.blockSeconds}`],
      options.genesisTimestamp === undefined ? [] : ['--timestamp', `${options.genesisTimestamp}`],
      options.stateFile === undefined ? [] : ['--load-state', options.stateFile],
    ].flat(),
  })
  const rpcUrl = `http://127.0.0.1:${port}`
  try {
    await waitUntilAnswering(rpcUrl, child)
  } catch (error) {
    await child.stop(0)
    throw error
  }
  return { rpcUrl, child }
}

async function waitUntilAnswering(rpcUrl: string, child: Child): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (!child.isRunning()) throw new StackError(`${await child.exited}: ${child.lastWords()}`)
    try {
      await callRpc(rpcUrl, 'eth_chainId', [])
      return
    } catch {
      await sleep(50)
    }
  }
  throw new StackError(`The local chain did not answer within ${READY_TIMEOUT_MS / 1_000} s`)
}

/** One JSON-RPC call to the local chain, for methods viem has no function for. */
export async function callRpc(
  rpcUrl: string,
  method: string,
  params: readonly unknown[],
  timeoutMs = 60_000,
): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  })
  const answer: unknown = await response.json()
  if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
    throw new Error(`${method} failed: ${JSON.stringify(answer).slice(0, 300)}`)
  }
  return answer.result
}

// The `anvil` command is a Node shim: killing it can leave the real process behind.
function anvilBinary(): string {
  const processor = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch
  const shim = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  const name = `@foundry-rs/anvil-${process.platform}-${processor}/package.json`
  try {
    const binary = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
    return join(dirname(createRequire(shim).resolve(name)), 'bin', binary)
  } catch (cause) {
    throw new StackError(
      `There is no local chain (anvil) for ${process.platform}-${process.arch} on npm.`,
      { cause },
    )
  }
}
