import { spawn } from 'node:child_process'
import { foundryBinary } from '../../scripts/foundry-binary.ts'

/** A separate local chain on a free port. */
export type LocalChain = { rpcUrl: string; stop: () => void }

/**
 * Starts anvil with the rules of BSC: Prague, base fee 0. It mines a block for every transaction.
 *
 * @param options - More of anvil's options, such as `--prune-history`.
 * @throws When anvil exits before it listens.
 */
export function startLocalChain(
  chainId = 56,
  options: readonly string[] = [],
): Promise<LocalChain> {
  const rules = [
    '--chain-id',
    `${chainId}`,
    '--hardfork',
    'prague',
    '--block-base-fee-per-gas',
    '0',
  ]
  const anvil = spawn(foundryBinary('anvil'), ['--port', '0', ...rules, ...options])
  const stop = () => void anvil.kill()
  process.once('exit', stop)
  return new Promise((resolve, reject) => {
    let output = ''
    anvil.once('error', reject)
    anvil.once('exit', () => reject(new Error(`anvil exited: ${output}`)))
    anvil.stderr.on('data', (chunk) => {
      output += chunk
    })
    anvil.stdout.on('data', (chunk) => {
      output += chunk
      const address = /Listening on (\S+)/.exec(output)?.[1]
      if (address) resolve({ rpcUrl: `http://${address}`, stop })
    })
  })
}
