import {
  type Account,
  type Address,
  concatHex,
  getContractAddress,
  type Hex,
  type PublicClient,
  zeroHash,
} from 'viem'
import { readArtifact } from './artifact.ts'
import type { DeployClients } from './deploy-contract.ts'
import { costOf } from './deployment-cost.ts'
import { waitForReceipt } from './wait-for-receipt.ts'

/** Deploys by CREATE2 at the same address on every chain. BNB Smart Chain and anvil have it. */
export const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** The transaction that deploys the module for session keys. */
export type SessionModuleDeployment = { address: Address; to: Address; data: Hex }

/** Returns the transaction that deploys the module, and where: the address follows from the code. */
export function sessionModuleDeployment(): SessionModuleDeployment {
  const { bytecode } = readArtifact('SessionModule')
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: CREATE2_DEPLOYER,
    salt: zeroHash,
    bytecode,
  })
  return { address, to: CREATE2_DEPLOYER, data: concatHex([zeroHash, bytecode]) }
}

/**
 * Estimates the current cost of deploying the module, as a text; null where the chain has it.
 *
 * @throws {MissingDeployerError}
 */
export async function sessionModuleCost(
  client: PublicClient,
  account: Account | Address,
): Promise<string | null> {
  const { address, to, data } = sessionModuleDeployment()
  if ((await client.getCode({ address })) !== undefined) return null
  if ((await client.getCode({ address: to })) === undefined) throw new MissingDeployerError()
  return await costOf(client, { account, to, data }, 'BNB')
}

/**
 * Deploys the module for session keys, unless the chain has it.
 *
 * @throws {MissingDeployerError} @throws {SessionModuleFailedError} @throws {ReceiptTimeoutError}
 */
export async function deploySessionModule({
  walletClient,
  publicClient,
  onSent,
}: DeployClients): Promise<{ address: Address; isNew: boolean }> {
  const { address, to, data } = sessionModuleDeployment()
  const hasCode = async (at: Address) => (await publicClient.getCode({ address: at })) !== undefined
  if (await hasCode(address)) return { address, isNew: false }
  if (!(await hasCode(CREATE2_DEPLOYER))) throw new MissingDeployerError()
  const hash = await walletClient.sendTransaction({ to, data })
  onSent?.(hash)
  await waitForReceipt(publicClient, hash)
  if (!(await hasCode(address))) throw new SessionModuleFailedError(hash)
  return { address, isNew: true }
}

/** The chain lacks the contract that deploys at fixed addresses. */
export class MissingDeployerError extends Error {
  override readonly name = 'MissingDeployerError'

  constructor() {
    super(
      `The chain has no contract at ${CREATE2_DEPLOYER}, which deploys the module for session keys.`,
    )
  }
}

/** The transaction was mined, but the module is not on the chain. */
export class SessionModuleFailedError extends Error {
  override readonly name = 'SessionModuleFailedError'

  constructor(hash: Hex) {
    super(`The module for session keys was not created by transaction ${hash}.`)
  }
}
