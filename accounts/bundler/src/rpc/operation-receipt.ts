import { CONTRACTS } from '@bullring/smart-account/contracts'
import type { Kysely } from 'kysely'
import { type Hex, isAddressEqual, numberToHex, type RpcTransactionReceipt } from 'viem'
import { type ChainClient, readChain } from '../chain/chain-client.ts'
import { findReceipt } from '../chain/find-receipt.ts'
import { operationLogs, reasonOf } from '../chain/simulate.ts'
import { findOperation } from '../db/operations.queries.ts'
import type { BundlerTables } from '../db/schema.ts'

export type ReceiptDeps = { db: Kysely<BundlerTables>; chain: ChainClient }

/** Returns the receipt of an operation that is on the chain, as ERC-7769 has it, or null for any other. */
export async function operationReceipt({ db, chain }: ReceiptDeps, hash: Hex) {
  const stored = await findOperation(db, hash)
  if (stored === null || stored.transaction === null) return null
  const receipt = await findReceipt(chain, stored.transaction)
  if (receipt === null) return null
  const { event, revert } = operationLogs(await logsOf(chain, stored.transaction))
  if (event === undefined) return null
  const { args } = event
  return {
    userOpHash: hash,
    entryPoint: CONTRACTS.entryPoint,
    sender: args.sender,
    nonce: numberToHex(args.nonce),
    paymaster: args.paymaster,
    actualGasCost: numberToHex(args.actualGasCost),
    actualGasUsed: numberToHex(args.actualGasUsed),
    success: args.success,
    ...(revert && { reason: reasonOf(revert.args.revertReason) }),
    logs: logsOfOperation(receipt),
    receipt,
  }
}

async function logsOf(chain: ChainClient, hash: Hex) {
  return (await readChain(chain.getTransactionReceipt({ hash }))).logs
}

/** Logs between the EntryPoint's first and last: its transaction has one operation. */
function logsOfOperation({ logs }: RpcTransactionReceipt) {
  return logs.filter(({ address }) => !isAddressEqual(address, CONTRACTS.entryPoint))
}
