import type { Address, Hex } from 'viem'
import type { Asset } from './account/asset.ts'

/** Coins or tokens on their way to somebody. */
export type Transfer = {
  asset: Pick<Asset, 'address' | 'chainId'>
  from: Address
  to: Address
  /** In the smallest unit. */
  amount: bigint
}

/** What the kit reads of a chain and asks of the connected wallet; wagmi stands behind it. */
export type ChainAccess = {
  /** In wei. */
  getCoinBalance: (owner: Address, chainId: number) => Promise<bigint>
  getTokenBalance: (token: Address, owner: Address, chainId: number) => Promise<bigint>
  /** The most that a unit of gas may cost now, in wei. */
  getMaxFeePerGas: (chainId: number) => Promise<bigint>
  /** @throws when the transfer would fail. */
  estimateGas: (transfer: Transfer) => Promise<bigint>
  /** The account behind an ENS name; null where there is none, or the chain knows no names. */
  resolveName: (name: string, chainId: number) => Promise<Address | null>
  /** Hash of the transaction, as soon as the wallet has handed it in. */
  send: (transfer: Transfer) => Promise<Hex>
  /** Waits until the transaction is in a block. False when it failed there. */
  isMined: (hash: Hex, chainId: number) => Promise<boolean>
  signMessage: (message: string, address: Address) => Promise<Hex>
  /** Also for contract accounts, deployed or not (ERC-1271, ERC-6492). */
  isSignatureValid: (signed: SignedMessage) => Promise<boolean>
  isContract: (address: Address, chainId: number) => Promise<boolean>
  /** Networks that the wallet has agreed to; null when it may be asked for any. */
  getApprovedNetworks: () => Promise<readonly number[] | null>
}

export type SignedMessage = { address: Address; chainId: number; message: string; signature: Hex }
