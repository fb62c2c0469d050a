import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

/** What the compiler made of one contract. */
export type Artifact = {
  abi: Abi
  /** Creation code, without constructor arguments. */
  bytecode: Hex
  /** Code of the contract once it is on a chain; immutables are zero in it. */
  deployedBytecode: Hex
}

type ForgeOutput = {
  abi: Abi
  bytecode: { object: Hex }
  deployedBytecode: { object: Hex }
}

/**
 * Reads a contract that `forge build` has compiled, by its name: file and contract are named alike.
 *
 * @throws when it was not compiled, with the path of the file that is missing.
 */
export function readArtifact(name: string): Artifact {
  const file = new URL(`../out/${name}.sol/${name}.json`, import.meta.url)
  const output = JSON.parse(readFileSync(file, 'utf8')) as ForgeOutput
  return {
    abi: output.abi,
    bytecode: output.bytecode.object,
    deployedBytecode: output.deployedBytecode.object,
  }
}
