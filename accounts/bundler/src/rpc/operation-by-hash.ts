import { CONTRACTS } from '@bullring/smart-account/contracts'
import type { Kysely } from 'kysely'
import type { Hex } from 'viem'
import type { ChainClient } from '../chain/chain-client.ts'
import { findReceipt } from '../chain/find-receipt.ts'
import { isUserOperation } from '../chain/journal-entry.ts'
import { findOperation } from '../db/operations.queries.ts'
import type { BundlerTables } from '../db/schema.ts'

/** Returns an operation and, once it is on the chain, its block, as ERC-7769 has them, or null for an unknown one. */
export async function operationByHash(
  { db, chain }: { db: Kysely<BundlerTables>; chain: ChainClient },
  hash: Hex,
) {
  const stored = await findOperation(db, hash)
  if (stored === null || !isUserOperation(stored.operation)) return null
  const receipt = stored.transaction && (await findReceipt(chain, stored.transaction))
  return {
    userOperation: JSON.parse(stored.operation) as unknown,
    entryPoint: CONTRACTS.entryPoint,
    transactionHash: receipt?.transactionHash ?? null,
    blockHash: receipt?.blockHash ?? null,
    blockNumber: receipt?.blockNumber ?? null,
  }
}
