import { setTimeout as sleep } from 'node:timers/promises'
import { CREATE2_DEPLOYER, sessionModuleDeployment } from '@bullring/contracts/session-module'
import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  http,
  numberToHex,
} from 'viem'
import type { HDAccount } from 'viem/accounts'
import { callRpc } from '../chain/anvil.ts'
import { localChain } from '../chain/local-market.ts'
import { StackError } from '../errors.ts'
import { ACCOUNT_CONTRACTS, type AccountContract, SAFE_DEPLOYER } from './account-contracts.ts'

export type OpenAccountContractsOptions = {
  rpcUrl: string
  chainId: number
  /** Pays; receives coins for it. */
  deployer: HDAccount
  /** Mines a block; null for a chain that mines on its own. */
  mine: (() => Promise<unknown>) | null
}

const GAS_PRICE = 1_000_000_000n
const BALANCE_WEI = 1_000n * 10n ** 18n
const TIMEOUT_MS = 30_000
/** The largest contract of the set takes 5.3 million. */
const GAS_LIMIT = 6_000_000n

/**
 * Deploys the contracts of smart accounts and the module for session keys at their canonical addresses, where they are
 * missing.
 */
export async function openAccountContracts(options: OpenAccountContractsOptions): Promise<void> {
  const { rpcUrl, chainId, deployer, mine } = options
  const chain = localChain(chainId, rpcUrl)
  const reader = createPublicClient({ chain, transport: http(rpcUrl) })
  const isMissing = async ({ address }: { address: Address }) =>
    (await reader.getCode({ address })) === undefined
  const deployments = [...ACCOUNT_CONTRACTS.map(toDeployment), sessionModuleDeployment()]
  const flags = await Promise.all(deployments.map(isMissing))
  const missing = deployments.filter((_, index) => flags[index])
  if (missing.length === 0) return
  await callRpc(rpcUrl, 'anvil_setBalance', [deployer.address, numberToHex(BALANCE_WEI)])
  const code = await reader.getCode({ address: CREATE2_DEPLOYER })
  await callRpc(rpcUrl, 'anvil_setCode', [SAFE_DEPLOYER, code])
  const wallet = createWalletClient({ account: deployer, chain, transport: http(rpcUrl) })
  const nonce = await reader.getTransactionCount({ address: deployer.address, blockTag: 'pending' })
  for (const [index, { to, data }] of missing.entries()) {
    const fields = { to, data, nonce: nonce + index, gas: GAS_LIMIT, gasPrice: GAS_PRICE }
    await wallet.sendTransaction({ ...fields, type: 'legacy' })
  }
  const deadline = Date.now() + TIMEOUT_MS
  while ((await Promise.all(missing.map(isMissing))).includes(true)) {
    if (Date.now() > deadline) {
      throw new StackError('The contracts of smart accounts were not mined in time.')
    }
    await (mine === null ? sleep(100) : mine())
  }
}

function toDeployment({ address, deployer: to, salt, creationCode }: AccountContract) {
  return { address, to, data: concatHex([salt, creationCode]) }
}
