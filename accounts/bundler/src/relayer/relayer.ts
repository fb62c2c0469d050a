import type { Kysely } from 'kysely'
import { type Hex, keccak256 } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { type ChainClient, readChain } from '../chain/chain-client.ts'
import { entryCall } from '../chain/journal-entry.ts'
import type { BundlerTables } from '../db/schema.ts'
import type { RelayerTransaction } from '../db/transactions.queries.ts'

export type RelayerDeps = {
  db: Kysely<BundlerTables>
  chain: ChainClient
  chainId: number
  account: LocalAccount
  replaceAfterS: number
  /** Maximum price per gas of any transaction, in wei. */
  maxGasPrice: bigint
  nowS: () => number
  /** Reports the outcome of an operation, and the cost of its transaction. */
  onEnd: (outcome: 'success' | 'reverted' | 'failed', cost: bigint) => void
  onReplaced: () => void
  /** Called when an operation gives up its place. */
  onCancelled: () => void
  /** Called between the steps of an operation. Tests end the process there. */
  onStep: (step: RelayerStep) => void
}

/** Steps at which the journal and the chain differ. */
export type RelayerStep =
  | 'accepted'
  | 'signed'
  | 'stored'
  | 'broadcast'
  | 'cancelled'
  | 'mined'
  | 'settled'

/** Reason that an operation was not sent, or gave up its place. */
export const PRICE_ROSE = 'the price of gas rose above what the operation may pay'

/** Gas of a transfer between accounts with keys. */
const TRANSFER_GAS = 21_000n

/** Signs the transaction of an operation. The same input gives the same transaction. */
export async function signTransaction(
  { account, chainId }: Pick<RelayerDeps, 'account' | 'chainId'>,
  given: { operation: string; gas: bigint; gasPrice: bigint; nonce: number; nowS: number },
): Promise<RelayerTransaction> {
  const { operation, gas, gasPrice, nonce, nowS } = given
  const { to, data } = entryCall(operation, account.address)
  const fields = { to, data, gas, gasPrice, nonce, chainId }
  const raw = await account.signTransaction({ ...fields, type: 'legacy' })
  return { hash: keccak256(raw), nonce, gasPrice, raw, signedAt: nowS, isCancellation: false }
}

/** Signs a transaction that uses up a nonce and does nothing. The same input gives the same transaction. */
export async function signCancellation(
  { account, chainId }: Pick<RelayerDeps, 'account' | 'chainId'>,
  { gasPrice, nonce, nowS }: { gasPrice: bigint; nonce: number; nowS: number },
): Promise<RelayerTransaction> {
  const fields = { to: account.address, gas: TRANSFER_GAS, gasPrice, nonce, chainId }
  const raw = await account.signTransaction({ ...fields, type: 'legacy' })
  return { hash: keccak256(raw), nonce, gasPrice, raw, signedAt: nowS, isCancellation: true }
}

/** Broadcasts a signed transaction. Returns whether the node took it; it is tried again until it is mined. */
export async function broadcast({ chain }: Pick<RelayerDeps, 'chain'>, raw: Hex): Promise<boolean> {
  try {
    await chain.sendRawTransaction({ serializedTransaction: raw })
    return true
  } catch {
    return false
  }
}

/** Returns the number of the relayer's mined transactions. */
export async function minedCount({
  chain,
  account,
}: Pick<RelayerDeps, 'chain' | 'account'>): Promise<number> {
  return await readChain(chain.getTransactionCount({ address: account.address }))
}
