import { readArtifact } from '@bullring/contracts/artifact'
import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  zeroHash,
} from 'viem'
import type { TestChain } from './test-chain.ts'

/** Returns a contract wallet that no transaction has deployed yet, and the call that would. */
export async function undeployedWallet(
  chain: TestChain,
  owner: Address,
): Promise<{ address: Address; factory: Address; data: Hex }> {
  const factory = await chain.deploy('MockContractWalletFactory')
  const { abi, bytecode } = readArtifact('MockContractWallet')
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: factory,
    salt: zeroHash,
    bytecode: encodeDeployData({ abi, bytecode, args: [owner] }),
  })
  const data = encodeFunctionData({
    abi: readArtifact('MockContractWalletFactory').abi,
    functionName: 'deploy',
    args: [owner],
  })
  return { address, factory, data }
}
