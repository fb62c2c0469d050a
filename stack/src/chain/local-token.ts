import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  parseUnits,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { deployArtifact } from './deploy-artifact.ts'
import { localChain } from './local-market.ts'

type LocalTokenChain = {
  rpcUrl: string
  chainId: number
  /** Pays for the transactions and owns the supply. */
  owner: LocalAccount
}

export type LocalTokenOptions = LocalTokenChain & {
  name: string
  symbol: string
  decimals: number
  /** In whole tokens. */
  supply: string
}

/** Deploys an ERC-20 token to a local chain that mines on its own. */
export function deployLocalToken(options: LocalTokenOptions): Promise<Address> {
  const { name, symbol, decimals, supply, ...where } = options
  const args = [name, symbol, decimals, parseUnits(supply, decimals)]
  return deployArtifact({ ...where, name: 'MockToken', args })
}

export type GiveTokenOptions = LocalTokenChain & {
  token: Address
  decimals: number
  holder: Address
  /** In whole tokens. */
  amount: string
}

/** Transfers tokens from the owner to `holder`. */
export async function giveLocalToken(options: GiveTokenOptions): Promise<void> {
  const { rpcUrl, chainId, owner, token, decimals, holder, amount } = options
  const chain = localChain(chainId, rpcUrl)
  const wallet = createWalletClient({ account: owner, chain, transport: http(rpcUrl) })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 50 })
  const hash = await wallet.writeContract({
    address: token,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [holder, parseUnits(amount, decimals)],
  })
  await reader.waitForTransactionReceipt({ hash })
}
