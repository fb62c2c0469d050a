import type { Address, Hex } from 'viem'
import type { Asset } from './account/asset.ts'

/** A transfer of coins or tokens. */
export type Transfer = {
  asset: Pick<Asset, 'address' | 'chainId'>
  from: Address
  to: Address
  /** In the smallest unit. */
  amount: bigint
}

/** A call of a contract. */
type ContractCall = {
  chainId: number
  from: Address
  to: Address
  data: Hex
  /** Wei. */
  value: bigint
}

/** Access to the configured chains and the connected wallet; implemented with wagmi. */
export type ChainAccess = {
  /** In wei. */
  getCoinBalance: (owner: Address, chainId: number) => Promise<bigint>
  getTokenBalance: (token: Address, owner: Address, chainId: number) => Promise<bigint>
  getTokenDecimals: (token: Address, chainId: number) => Promise<number>
  /** Current maximum price of a unit of gas, in wei. */
  getMaxFeePerGas: (chainId: number) => Promise<bigint>
  /** @throws when the transfer would fail. */
  estimateGas: (transfer: Transfer) => Promise<bigint>
  /** The account of an ENS name; null without one, or if the chain has no ENS. */
  resolveName: (name: string, chainId: number) => Promise<Address | null>
  /** Returns the transaction hash once the wallet has sent it. */
  send: (transfer: Transfer) => Promise<Hex>
  /** Sends a contract call as it is. Returns the transaction hash once the wallet has sent it. */
  sendCall: (call: ContractCall) => Promise<Hex>
  /** Waits until the transaction is mined. False when it reverted. */
  isMined: (hash: Hex, chainId: number) => Promise<boolean>
  signMessage: (message: string, address: Address) => Promise<Hex>
  /** Also for contract accounts, deployed or not (ERC-1271, ERC-6492). */
  isSignatureValid: (signed: SignedMessage) => Promise<boolean>
  isContract: (address: Address, chainId: number) => Promise<boolean>
  /** Networks that the wallet has approved; null when it accepts any. */
  getApprovedNetworks: () => Promise<readonly number[] | null>
}

export type SignedMessage = { address: Address; chainId: number; message: string; signature: Hex }
