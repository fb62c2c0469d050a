import type { Kysely } from 'kysely'
import {
  type Address,
  isAddressEqual,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem'
import type { BundlerTables } from '../db/schema.ts'
import { findLastTransaction } from '../db/transactions.queries.ts'
import { OtherRelayerError } from './errors.ts'

/**
 * Checks that the transactions of the journal are of this relayer. The journal gives out the nonces of one account: with another
 * one, no transaction would ever be mined.
 *
 * @throws {OtherRelayerError}
 */
export async function requireRelayer(db: Kysely<BundlerTables>, relayer: Address): Promise<void> {
  const raw = await findLastTransaction(db)
  if (raw === null) return
  const signer = await recoverTransactionAddress({
    serializedTransaction: raw as TransactionSerialized,
  })
  if (!isAddressEqual(signer, relayer)) throw new OtherRelayerError(signer)
}
