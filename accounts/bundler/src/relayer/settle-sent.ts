import { type Hash, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { readChain } from '../chain/chain-client.ts'
import { findEntryInclusion, inclusionIn, isPaidByOperator } from '../chain/journal-entry.ts'
import type { Inclusion } from '../chain/simulate.ts'
import { listSent, type OperationEnd, type SentOperation } from '../db/operations.queries.ts'
import {
  listSettledFrom,
  listTransactions,
  type RelayerTransaction,
  requeue,
} from '../db/transactions.queries.ts'
import { advanceSent } from './advance-sent.ts'
import { type Ending, endAll } from './end-all.ts'
import { broadcast, minedCount, PRICE_ROSE, type RelayerDeps } from './relayer.ts'
import { readEach, runEach } from './run-each.ts'

/**
 * Ends operations whose transaction is mined. Replaces transactions that take too long.
 *
 * @param isFirst - Whether the process has just started: it broadcasts everything once.
 * @returns The number of sent operations that it has found.
 */
export async function settleSent(deps: RelayerDeps, isFirst: boolean): Promise<number> {
  const sent = await listSent(deps.db)
  if (sent.length === 0 && !isFirst) return 0
  const mined = await minedCount(deps)
  await resendUndone(deps, mined, sent[0]?.relayerNonce)
  const listed = await listTransactions(deps.db, sent)
  const all = sent.map((operation) => ({
    operation,
    transactions: listed.get(operation.hash) ?? [],
  }))
  const used = all.filter(({ operation }) => operation.relayerNonce < mined)
  const waiting = all.filter(({ operation }) => operation.relayerNonce >= mined)
  await runEach(
    [
      () => settleUsed(deps, used, isFirst),
      () =>
        runEach(waiting, ({ operation, transactions }) =>
          advanceSent(deps, operation, transactions, isFirst),
        ),
    ],
    (step) => step(),
  )
  return sent.length
}

/** An operation and the transactions with its nonce. */
type Sent = { operation: SentOperation; transactions: readonly RelayerTransaction[] }

/** Ends operations whose nonce is used. If a reorg may have undone a transaction, it is broadcast again. */
async function settleUsed(
  deps: RelayerDeps,
  used: readonly Sent[],
  isFirst: boolean,
): Promise<void> {
  const read = async (sent: Sent) => ({ ...sent, settled: await findOutcome(deps, sent) })
  await readEach(used, read, async (results) => {
    await settle(
      deps,
      results.flatMap(({ settled }) => settled ?? []),
    )
    const unknown = results.filter(({ settled }) => settled === null)
    await runEach(unknown, async ({ operation, transactions }) => {
      const isReplaced = operation.relayerNonce < (await safelyMinedCount(deps))
      if (isReplaced) await requeue(deps.db, operation.hash)
      else await advanceSent(deps, operation, transactions, isFirst)
    })
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

/** End of an operation on the chain, and the cost of its transaction in wei. */
type Settled = Ending & { outcome: 'success' | 'reverted' | 'failed'; cost: bigint }

/** Reads how an operation ended on the chain. Returns null when none of its transactions is there. */
async function findOutcome(
  deps: RelayerDeps,
  { operation, transactions }: Sent,
): Promise<Settled | null> {
  const receipt = await findReceipt(deps, transactions)
  if (receipt === null) return null
  const isCancelled = isCancellation(transactions, receipt)
  const own = inclusionIn(operation.operation, receipt.logs)
  // Anyone may copy the operation from our transaction and run it first.
  const event = own ?? (await findEntryInclusion(deps.chain, operation))
  const cost = receipt.gasUsed * receipt.effectiveGasPrice
  const end = isCancelled && event === undefined ? CANCELLED : endOf(receipt.transactionHash, event)
  const kept = keptOf(operation, { event, cost, isOurs: own !== undefined, isCancelled })
  return { operation, end, returned: operation.reserved - kept, outcome: outcomeOf(event), cost }
}

function outcomeOf(event: Inclusion | undefined): Settled['outcome'] {
  if (event === undefined) return 'failed'
  return event.args.success ? 'success' : 'reverted'
}

/**
 * Ends operations. A sponsored operation whose calls reverted keeps its whole reservation: a user who makes them revert uses
 * up their own budget.
 */
async function settle(deps: RelayerDeps, settled: readonly Settled[]): Promise<void> {
  for (const _ of settled) deps.onStep('mined')
  for (const { outcome, cost } of await endAll(deps.db, settled, ['accepted', 'sent'])) {
    deps.onStep('settled')
    deps.onEnd(outcome, cost)
  }
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
