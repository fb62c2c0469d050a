import { readChain } from '../chain/chain-client.ts'
import { findEntryInclusion, simulateEntry } from '../chain/journal-entry.ts'
import {
  endOperation,
  listAccepted,
  type OpenOperation,
  type OperationEnd,
} from '../db/operations.queries.ts'
import {
  insertTransaction,
  lockRelayer,
  markSent,
  nextNonce,
  type RelayerTransaction,
} from '../db/transactions.queries.ts'
import { RejectedOperationError, RevertingOperationError } from '../http/errors.ts'
import { giveBack } from '../limits/budgets.ts'
import { broadcast, minedCount, PRICE_ROSE, type RelayerDeps, signTransaction } from './relayer.ts'
import { runEach } from './run-each.ts'

/** Operations that are sent per step. */
const BATCH = 16

/**
 * Gives each accepted operation a transaction, and broadcasts it once it is stored. A process that ends in between
 * loses nothing: the next one broadcasts the stored transaction.
 */
export async function sendAccepted(deps: RelayerDeps): Promise<void> {
  const accepted = await listAccepted(deps.db, BATCH)
  await runEach(accepted, async (operation) => {
    const reason = await refusal(deps, operation)
    if (reason !== null) {
      await drop(deps, operation, reason)
      return
    }
    const transaction = await storeTransaction(deps, operation)
    if (transaction === null) return
    deps.onStep('stored')
    await broadcast(deps, transaction.raw)
    deps.onStep('broadcast')
  })
}

/** The chain may have changed since the operation was accepted. Null when it can be sent. */
async function refusal(
  { chain, account }: RelayerDeps,
  { operation, gas, maxGasPrice }: OpenOperation,
): Promise<string | null> {
  // The transaction would hold up those with later nonces.
  if ((await readChain(chain.getGasPrice())) > maxGasPrice) return PRICE_ROSE
  try {
    const options = { relayer: account.address, gas }
    await simulateEntry(chain, operation, options)
    return null
  } catch (error) {
    const isRefused =
      error instanceof RejectedOperationError || error instanceof RevertingOperationError
    if (isRefused) return error.message
    throw error
  }
}

/** Ends an operation without a transaction of ours. Someone else may have run it. */
async function drop(deps: RelayerDeps, operation: OpenOperation, error: string): Promise<void> {
  const { hash, budgets, budgetDay, reserved } = operation
  const found = await findEntryInclusion(deps.chain, operation)
  const end: OperationEnd = found
    ? { state: 'included', transaction: found.transactionHash, isSuccess: found.args.success }
    : { state: 'failed', error }
  const isDropped = await deps.db.transaction().execute(async (trx) => {
    if (!(await endOperation(trx, hash, end))) return false
    await giveBack(trx, { charges: budgets, day: budgetDay, amount: reserved })
    return true
  })
  if (isDropped) deps.onEnd(found?.args.success === true ? 'success' : 'failed', 0n)
}

async function storeTransaction(
  deps: RelayerDeps,
  { hash, operation, gas, maxGasPrice }: OpenOperation,
): Promise<RelayerTransaction | null> {
  const { db, chain, nowS } = deps
  const [price, mined] = await Promise.all([readChain(chain.getGasPrice()), minedCount(deps)])
  const gasPrice = price < maxGasPrice ? price : maxGasPrice
  return await db.transaction().execute(async (trx) => {
    await lockRelayer(trx)
    const nonce = Math.max(await nextNonce(trx), mined)
    if (!(await markSent(trx, hash, nonce))) return null
    const transaction = await signTransaction(deps, {
      operation,
      gas,
      gasPrice,
      nonce,
      nowS: nowS(),
    })
    deps.onStep('signed')
    await insertTransaction(trx, hash, transaction)
    return transaction
  })
}
