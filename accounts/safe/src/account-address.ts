import {
  type Address,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  keccak256,
  zeroAddress,
} from 'viem'
import { factoryAbi, moduleSetupAbi, safeAbi } from './abi.ts'
import { CONTRACTS, PROXY_CREATION_HASH } from './contracts.ts'

/** The call that deploys an account. */
type Deployment = { factory: Address; factoryData: Hex }

/** An owner has one account per salt. Ours is number 0. */
const SALT_NONCE = 0n

/** Returns the call that deploys the owner's account: a Safe with one owner, operated through the ERC-4337 module. */
export function accountDeployment(owner: Address): Deployment {
  const factoryData = encodeFunctionData({
    abi: factoryAbi,
    functionName: 'createProxyWithNonce',
    args: [CONTRACTS.safe, initializerOf(owner), SALT_NONCE],
  })
  return { factory: CONTRACTS.proxyFactory, factoryData }
}

/** Returns the address of the owner's account, the same before and after its deployment and on every chain. */
export function accountAddress(owner: Address): Address {
  const salt = keccak256(
    encodePacked(['bytes32', 'uint256'], [keccak256(initializerOf(owner)), SALT_NONCE]),
  )
  return getContractAddress({
    opcode: 'CREATE2',
    from: CONTRACTS.proxyFactory,
    salt,
    bytecodeHash: PROXY_CREATION_HASH,
  })
}

function initializerOf(owner: Address): Hex {
  const enableModule = encodeFunctionData({
    abi: moduleSetupAbi,
    functionName: 'enableModules',
    args: [[CONTRACTS.module]],
  })
  return encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      ...([[owner], 1n, CONTRACTS.moduleSetup, enableModule, CONTRACTS.module] as const),
      // No payment for the deployment.
      ...([zeroAddress, 0n, zeroAddress] as const),
    ],
  })
}
