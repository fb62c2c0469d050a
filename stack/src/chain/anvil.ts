import { setTimeout as sleep } from 'node:timers/promises'
import { foundryBinary } from '@bullring/contracts/foundry-binary'
import { StackError } from '../errors.ts'
import { browserProofAddress } from '../processes/browser-proof-port.ts'
import { type Child, startChild } from '../processes/child.ts'
import { guardNode, type NodeAddress } from './guard-node.ts'

/** The well-known mnemonic of local Ethereum chains: its keys are public and worthless elsewhere. */
export const LOCAL_MNEMONIC = 'test test test test test test test test test test test junk'

export type AnvilOptions = {
  chainId: number
  /** Seconds between blocks; null mines each transaction immediately. */
  blockSeconds: number | null
  /** Timestamp of block 0, for a chain that starts in the past. */
  genesisTimestamp?: number
  /** File written by `dumpChainState`, to continue that chain. */
  stateFile?: string
  /**
   * Number of blocks whose state is kept in memory; older ones are dropped. By default anvil moves states to disk after
   * some hundred blocks, and then loses state in a reorg of more than a few blocks.
   */
  statesInMemory?: number
}

export type Anvil = {
  /** For programs of this machine. */
  rpcUrl: string
  child: Child
  /** Address on which anvil itself listens. */
  address: NodeAddress
}

const READY_TIMEOUT_MS = 20_000
const ACCOUNTS = 20
const BALANCE_BNB = 1_000_000

/**
 * Starts a local chain and waits until it responds. Programs of this machine can reach it, web pages cannot:
 * the node obeys every caller, and checks no origin of a WebSocket.
 *
 * @throws {StackError} with its last output when it does not start.
 */
export async function startAnvil(options: AnvilOptions): Promise<Anvil> {
  const address = await browserProofAddress()
  if (address === null) {
    throw new StackError('Too many local chains run on this machine. Stop one of them.')
  }
  const child = startChild({
    name: 'anvil',
    command: anvilBinary(),
    args: [
      ['--host', address.host, '--port', `${address.port}`, '--no-cors'],
      ['--chain-id', `${options.chainId}`],
      ['--mnemonic', LOCAL_MNEMONIC, '--accounts', `${ACCOUNTS}`, '--balance', `${BALANCE_BNB}`],
      // BSC has a base fee of 0 and the precompile for P-256, which anvil has from Osaka on.
      ['--hardfork', 'osaka', '--block-base-fee-per-gas', '0', '--quiet'],
      options.blockSeconds === null ? [] : ['--block-time', `${options.blockSeconds}`],
      options.genesisTimestamp === undefined ? [] : ['--timestamp', `${options.genesisTimestamp}`],
      options.stateFile === undefined ? [] : ['--load-state', options.stateFile],
      options.statesInMemory === undefined ? [] : ['--prune-history', `${options.statesInMemory}`],
    ].flat(),
  })
  const guard = await guardNode(address)
  void child.exited.then(guard.close)
  try {
    await waitUntilResponding(guard.url, child)
  } catch (error) {
    await child.stop(0)
    throw error
  }
  return { rpcUrl: guard.url, child, address }
}

async function waitUntilResponding(rpcUrl: string, child: Child): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS
  while (Date.now() < deadline) {
    if (!child.isRunning()) throw new StackError(`${await child.exited}: ${child.lastOutput()}`)
    try {
      await callRpc(rpcUrl, 'eth_chainId', [])
      return
    } catch {
      await sleep(50)
    }
  }
  throw new StackError(
    `The local chain did not respond within ${READY_TIMEOUT_MS / 1_000} s. ${child.lastOutput()}`,
  )
}

/** Sends one JSON-RPC request to the local chain, for methods that viem does not wrap. */
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
  const reply: unknown = await response.json()
  if (typeof reply !== 'object' || reply === null || !('result' in reply)) {
    throw new Error(`${method} failed: ${JSON.stringify(reply).slice(0, 300)}`)
  }
  return reply.result
}

function anvilBinary(): string {
  try {
    return foundryBinary('anvil')
  } catch (cause) {
    throw new StackError(
      `npm has no local chain (anvil) for ${process.platform}-${process.arch}. Set CHAIN_ID to a public chain.`,
      { cause },
    )
  }
}
