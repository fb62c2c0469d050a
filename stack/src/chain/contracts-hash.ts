import { createHash } from 'node:crypto'
import { readArtifact } from '@bullring/contracts/artifact'

/** Contracts of a local chain. */
const CONTRACTS = ['Prediction', 'MockPriceFeed', 'Multicall3']

/** Returns a hash of the code that a new local chain gets. */
export function contractsHash(): string {
  const hash = createHash('sha256')
  for (const name of CONTRACTS) hash.update(readArtifact(name).bytecode)
  return hash.digest('hex')
}
