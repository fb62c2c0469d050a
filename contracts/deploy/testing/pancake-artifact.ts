import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

const FILE = new URL('../../test/data/pancake-prediction-v2.json', import.meta.url)

/**
 * Reads the original PancakePredictionV2: its complete ABI and creation code. The file says how to
 * rebuild it.
 */
export function readPancakeArtifact(): { abi: Abi; bytecode: Hex } {
  return JSON.parse(readFileSync(FILE, 'utf8'))
}
