import { readFileSync } from 'node:fs'
import type { Abi, Hex } from 'viem'

/** Compiler output of one contract. */
export type Artifact = {
  abi: Abi
  /** Creation code, without constructor arguments. */
  bytecode: Hex
  /** Code of the deployed contract, with zeros in place of immutables. */
  deployedBytecode: Hex
  /** Version of the Solidity compiler. */
  compiler: string
}

type ForgeOutput = {
  abi: Abi
  bytecode: { object: Hex }
  deployedBytecode: { object: Hex }
  metadata: { compiler: { version: string } }
}

/**
 * Reads the artifact of a compiled contract. File and contract must have the same name.
 *
 * @throws When it is not compiled, naming the missing file.
 */
export function readArtifact(name: string): Artifact {
  const file = new URL(`../out/${name}.sol/${name}.json`, import.meta.url)
  const output = JSON.parse(readFileSync(file, 'utf8')) as ForgeOutput
  return {
    abi: output.abi,
    bytecode: output.bytecode.object,
    deployedBytecode: output.deployedBytecode.object,
    compiler: output.metadata.compiler.version,
  }
}
