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

/** A contract in `contracts/artifacts.json`. */
export type StoredArtifact = {
  abi: Abi
  bytecode: Hex
  /** Begin and end of the deployed contract's code in `bytecode`. */
  deployed: readonly [number, number]
}

/** Content of `contracts/artifacts.json`. */
export type StoredArtifacts = {
  /** Hash of all that decides what the compiler writes. */
  sources: string
  compiler: string
  contracts: Readonly<Record<string, StoredArtifact>>
}

/** File with the compiled contracts. The repository has it, so that an installation need not compile. */
export const ARTIFACTS_FILE = new URL('../artifacts.json', import.meta.url)

/** Reads the file with the compiled contracts. */
export function readStoredArtifacts(): StoredArtifacts {
  return JSON.parse(readFileSync(ARTIFACTS_FILE, 'utf8')) as StoredArtifacts
}

/**
 * Reads the artifact of a compiled contract.
 *
 * @throws When there is no contract of that name.
 */
export function readArtifact(name: string): Artifact {
  const { compiler, contracts } = readStoredArtifacts()
  const stored = contracts[name]
  if (stored === undefined) throw new Error(`contracts/artifacts.json has no ${name}`)
  const { abi, bytecode, deployed } = stored
  return { abi, bytecode, deployedBytecode: `0x${bytecode.slice(...deployed)}`, compiler }
}
