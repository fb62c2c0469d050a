import { readArtifact } from '@bullring/contracts/artifact'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  erc20Abi,
  http,
  parseUnits,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { localChain } from './local-market.ts'

export type LocalTokenOptions = {
  rpcUrl: string
  chainId: number
  /** Pays, and owns the supply that is left. */
  owner: LocalAccount
  name: string
  symbol: string
  decimals: number
  /** Who gets `amount` (whole tokens) of it. */
  holder: Address
  amount: string
}

/** Deploys an ERC-20 on a local chain that mines each transaction at once, and hands some of it out. */
export async function deployLocalToken(options: LocalTokenOptions): Promise<Address> {
  const { rpcUrl, chainId, owner, name, symbol, decimals, holder } = options
  const chain = localChain(chainId, rpcUrl)
  const wallet = createWalletClient({ account: owner, chain, transport: http(rpcUrl) })
  const reader = createPublicClient({ chain, transport: http(rpcUrl), pollingInterval: 50 })
  const amount = parseUnits(options.amount, decimals)
  const { abi, bytecode } = readArtifact('MockToken')
  const hash = await wallet.deployContract({
    abi,
    bytecode,
    args: [name, symbol, decimals, amount * 2n],
  })
  const { contractAddress } = await reader.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error(`The token ${symbol} was not deployed`)
  const transfer = await wallet.writeContract({
    address: contractAddress,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [holder, amount],
  })
  await reader.waitForTransactionReceipt({ hash: transfer })
  return contractAddress
}
