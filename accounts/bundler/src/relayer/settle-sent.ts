import { type Hash, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { readChain } from '../chain/chain-client.ts'
import { findEntryInclusion, inclusionIn, isPaidByOperator } from '../chain/journal-entry.ts'
import type { Inclusion } from '../chain/simulate.ts'
import {
  endOperation,
  listSent,
  type OperationEnd,
  type SentOperation,
} from '../db/operations.queries.ts'
import {
  listSettledFrom,
  listTransactions,
  type RelayerTransaction,
  requeue,
} from '../db/transactions.queries.ts'
import { giveBack } from '../limits/budgets.ts'
import { advanceSent } from './advance-sent.ts'
import { broadcast, minedCount, PRICE_ROSE, type RelayerDeps } from './relayer.ts'
import { runEach } from './run-each.ts'

/**
 * Ends operations whose transaction is mined. Replaces transactions that take too long.
 *
 * @param isFirst - Whether the process has just started: it broadcasts everything once.
 */
export async function settleSent(deps: RelayerDeps, isFirst: boolean): Promise<void> {
  const sent = await listSent(deps.db)
  if (sent.length === 0 && !isFirst) return
  const mined = await minedCount(deps)
  await resendUndone(deps, mined, sent[0]?.relayerNonce)
  await runEach(sent, async (operation) => {
    const { hash, relayerNonce } = operation
    const transactions = await listTransactions(deps.db, hash, relayerNonce)
    const receipt = relayerNonce < mined ? await findReceipt(deps, transactions) : null
    if (receipt !== null) {
      const isCancelled = isCancellation(transactions, receipt)
      await settle(deps, operation, { receipt, isCancelled })
    } else if (relayerNonce < mined && relayerNonce < (await safelyMinedCount(deps))) {
      await requeue(deps.db, hash)
    } else await advanceSent(deps, operation, transactions, isFirst)
  })
}

/**
 * Broadcasts transactions that were mined once and no longer are: a reorg has undone them, or a local chain continues from
 * an older state. Until they are mined again, no later one can be.
 *
 * @param firstOpen - Nonce of the first transaction that is not settled.
 */
async function resendUndone(
  deps: RelayerDeps,
  mined: number,
  firstOpen: number | undefined,
): Promise<void> {
  if (firstOpen !== undefined && firstOpen <= mined) return
  const undone = await listSettledFrom(deps.db, mined)
  for (const raw of undone) await broadcast(deps, raw)
}

/** Blocks after which a reorg is no longer expected. */
const SAFE_DEPTH = 15n

/** Returns the number of the relayer's transactions that no reorg can undo. */
async function safelyMinedCount({ chain, account }: RelayerDeps): Promise<number> {
  const head = await readChain(chain.getBlockNumber())
  if (head < SAFE_DEPTH) return 0
  const blockNumber = head - SAFE_DEPTH
  return await readChain(chain.getTransactionCount({ address: account.address, blockNumber }))
}

async function findReceipt(
  { chain }: RelayerDeps,
  transactions: readonly RelayerTransaction[],
): Promise<TransactionReceipt | null> {
  for (const { hash } of transactions) {
    const receipt = await readChain(
      chain.getTransactionReceipt({ hash }).catch((error: unknown) => {
        if (error instanceof TransactionReceiptNotFoundError) return null
        throw error
      }),
    )
    if (receipt !== null) return receipt
  }
  return null
}

function isCancellation(
  transactions: readonly RelayerTransaction[],
  { transactionHash }: TransactionReceipt,
): boolean {
  return transactions.some(({ hash, isCancellation }) => isCancellation && hash === transactionHash)
}

/**
 * Ends an operation, once: a second attempt changes nothing. A sponsored operation whose calls reverted keeps its
 * whole reservation: a user who makes them revert uses up their own budget.
 */
async function settle(
  deps: RelayerDeps,
  operation: SentOperation,
  { receipt, isCancelled }: { receipt: TransactionReceipt; isCancelled: boolean },
): Promise<void> {
  deps.onStep('mined')
  const { hash, budgets, budgetDay, reserved } = operation
  const own = inclusionIn(operation.operation, receipt.logs)
  // Anyone may copy the operation from our transaction and run it first.
  const event = own ?? (await findEntryInclusion(deps.chain, operation))
  const cost = receipt.gasUsed * receipt.effectiveGasPrice
  const isSuccess = event?.args.success === true
  const end = isCancelled && event === undefined ? CANCELLED : endOf(receipt.transactionHash, event)
  const isEnded = await deps.db.transaction().execute(async (trx) => {
    if (!(await endOperation(trx, hash, end))) return false
    const left =
      reserved - keptOf(operation, { event, cost, isOurs: own !== undefined, isCancelled })
    if (left !== 0n) await giveBack(trx, { charges: budgets, day: budgetDay, amount: left })
    return true
  })
  if (!isEnded) return
  deps.onStep('settled')
  if (event === undefined) deps.onEnd('failed', cost)
  else deps.onEnd(isSuccess ? 'success' : 'reverted', cost)
}

/**
 * Returns the wei that the budgets count as paid by the operator. A user who makes the operator pay for nothing loses the
 * whole reservation.
 */
function keptOf(
  { operation, reserved }: SentOperation,
  {
    event,
    cost,
    isOurs,
    isCancelled,
  }: { event: Inclusion | undefined; cost: bigint; isOurs: boolean; isCancelled: boolean },
): bigint {
  // The cost may exceed the reservation: a cancellation can pay a higher price than the operation.
  if (isCancelled) return cost
  if (event === undefined) return reserved
  // Another transaction ran it: the account has paid for that one, and the operator for this one.
  if (!isOurs) return cost
  if (!isPaidByOperator(operation)) return 0n
  return event.args.success ? cost : reserved
}

const CANCELLED: OperationEnd = { state: 'failed', error: PRICE_ROSE }

function endOf(ownTransaction: Hash, event: Inclusion | undefined): OperationEnd {
  return event === undefined
    ? { state: 'failed', error: `transaction ${ownTransaction} reverted` }
    : { state: 'included', transaction: event.transactionHash, isSuccess: event.args.success }
}
