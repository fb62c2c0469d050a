import { readChain } from '../chain/chain-client.ts'
import { findEntryInclusion, simulateEntry } from '../chain/journal-entry.ts'
import {
  listAccepted,
  lockOperations,
  type OpenOperation,
  type OperationEnd,
} from '../db/operations.queries.ts'
import {
  insertTransactions,
  lockRelayer,
  markSent,
  nextNonce,
  type OwnTransaction,
} from '../db/transactions.queries.ts'
import { RejectedOperationError, RevertingOperationError } from '../http/errors.ts'
import { type Ending, endAll } from './end-all.ts'
import { broadcast, minedCount, PRICE_ROSE, type RelayerDeps, signTransaction } from './relayer.ts'
import { readEach } from './run-each.ts'

/** Operations that are sent per step: nodes keep 64 transactions of an account that arrive before an earlier one. */
const BATCH = 50

type Checked = { operation: OpenOperation; ending: DropEnding | null }
type DropEnding = Ending & { isSuccess: boolean }

/**
 * Gives each accepted operation a transaction, and broadcasts all once they are stored. A process that ends in between
 * loses nothing: the next one broadcasts the stored transactions.
 *
 * @returns The number of accepted operations that it has found.
 */
export async function sendAccepted(deps: RelayerDeps): Promise<number> {
  const accepted = await listAccepted(deps.db, BATCH)
  if (accepted.length === 0) return 0
  const [price, mined] = await Promise.all([readChain(deps.chain.getGasPrice()), minedCount(deps)])
  const check = async (operation: OpenOperation): Promise<Checked> => {
    const reason = await refusal(deps, operation, price)
    return { operation, ending: reason === null ? null : await endingOf(deps, operation, reason) }
  }
  await readEach(accepted, check, async (checked) => {
    await drop(deps, checked)
    const sendable = checked.flatMap(({ operation, ending }) => (ending === null ? operation : []))
    const transactions = await storeTransactions(deps, sendable, { price, mined })
    for (const _ of transactions) deps.onStep('stored')
    await broadcastAll(deps, transactions)
    for (const _ of transactions) deps.onStep('broadcast')
  })
  return accepted.length
}

/** Those that the node did not take hold up all with later nonces: they are tried once more, one after the other. */
async function broadcastAll(
  deps: RelayerDeps,
  transactions: readonly OwnTransaction[],
): Promise<void> {
  const sent = await Promise.all(
    transactions.map(({ transaction }) => broadcast(deps, transaction.raw)),
  )
  for (const { transaction } of transactions.filter((_, index) => sent[index] === false)) {
    await broadcast(deps, transaction.raw)
  }
}

/** The chain may have changed since the operation was accepted. Null when it can be sent. */
async function refusal(
  { chain, account }: RelayerDeps,
  { operation, gas, maxGasPrice }: OpenOperation,
  price: bigint,
): Promise<string | null> {
  // The transaction would hold up those with later nonces.
  if (price > maxGasPrice) return PRICE_ROSE
  try {
    await simulateEntry(chain, operation, { relayer: account.address, gas })
    return null
  } catch (error) {
    const isRefused =
      error instanceof RejectedOperationError || error instanceof RevertingOperationError
    if (isRefused) return error.message
    throw error
  }
}

/** Returns how an operation ends without a transaction of ours. Someone else may have run it. */
async function endingOf(
  { chain }: RelayerDeps,
  operation: OpenOperation,
  error: string,
): Promise<DropEnding> {
  const found = await findEntryInclusion(chain, operation)
  const end: OperationEnd = found
    ? { state: 'included', transaction: found.transactionHash, isSuccess: found.args.success }
    : { state: 'failed', error }
  const isSuccess = found?.args.success === true
  return { operation, end, returned: operation.reserved, isSuccess }
}

async function drop(deps: RelayerDeps, checked: readonly Checked[]): Promise<void> {
  const endings = checked.flatMap(({ ending }) => ending ?? [])
  for (const { isSuccess } of await endAll(deps.db, endings, ['accepted'])) {
    deps.onEnd(isSuccess ? 'success' : 'failed', 0n)
  }
}

/** Signs and stores the transactions of operations that are still waiting, in one database transaction. */
async function storeTransactions(
  deps: RelayerDeps,
  operations: readonly OpenOperation[],
  { price, mined }: { price: bigint; mined: number },
): Promise<readonly OwnTransaction[]> {
  if (operations.length === 0) return []
  const nowS = deps.nowS()
  return await deps.db.transaction().execute(async (trx) => {
    await lockRelayer(trx)
    const hashes = operations.map(({ hash }) => hash)
    // Another process may have sent some. A nonce without a transaction would hold up all later ones.
    const waiting = await lockOperations(trx, hashes, ['accepted'])
    const first = Math.max(await nextNonce(trx), mined)
    const sign = async (operation: OpenOperation, index: number): Promise<OwnTransaction> => {
      const gasPrice = price < operation.maxGasPrice ? price : operation.maxGasPrice
      const fields = { ...operation, gasPrice, nonce: first + index, nowS }
      const transaction = await signTransaction(deps, fields)
      deps.onStep('signed')
      return { operationHash: operation.hash, transaction }
    }
    const transactions = await Promise.all(
      operations.filter(({ hash }) => waiting.has(hash)).map(sign),
    )
    await markSent(trx, transactions)
    await insertTransactions(trx, transactions)
    return transactions
  })
}
