import { readChain } from '../chain/chain-client.ts'
import type { SentOperation } from '../db/operations.queries.ts'
import { insertTransactions, type RelayerTransaction } from '../db/transactions.queries.ts'
import { broadcast, type RelayerDeps, signCancellation, signTransaction } from './relayer.ts'

/** Factor by which a replacement pays more: nodes accept a tenth and more. */
const RAISE = { numerator: 5n, denominator: 4n }
const LEAST_RAISE = { numerator: 11n, denominator: 10n }

/** Step after a transaction was not mined in time. */
type NextStep = { kind: 'broadcast' } | { kind: 'raise' | 'cancel'; gasPrice: bigint }

/**
 * Broadcasts a transaction again that the node may have lost, and raises the price of one that waits too long. An operation
 * that may not pay the price of gas gives up its place: a cancellation with its nonce lets later ones pass.
 *
 * @param isFirst - Whether the process has just started: it broadcasts everything once.
 */
export async function advanceSent(
  deps: RelayerDeps,
  operation: SentOperation,
  transactions: readonly RelayerTransaction[],
  isFirst: boolean,
): Promise<void> {
  const [last] = transactions
  if (last === undefined) return
  const nowS = deps.nowS()
  if (nowS - last.signedAt < deps.replaceAfterS) {
    if (isFirst) await broadcast(deps, last.raw)
    return
  }
  const price = await readChain(deps.chain.getGasPrice())
  const max = last.isCancellation ? deps.maxGasPrice : operation.maxGasPrice
  const step = nextStep({ price, last: last.gasPrice, max, cap: deps.maxGasPrice })
  if (step.kind === 'broadcast') {
    await broadcast(deps, last.raw)
    return
  }
  const fields = { gasPrice: step.gasPrice, nonce: operation.relayerNonce, nowS }
  const isCancellation = last.isCancellation || step.kind === 'cancel'
  const next = isCancellation
    ? await signCancellation(deps, fields)
    : await signTransaction(deps, { ...operation, ...fields })
  await insertTransactions(deps.db, [{ operationHash: operation.hash, transaction: next }])
  if (step.kind === 'cancel') {
    deps.onCancelled()
    deps.onStep('cancelled')
  } else deps.onReplaced()
  await broadcast(deps, next.raw)
}

/**
 * @param given - Prices per gas in wei: today's, the last transaction's, the most that the next one may pay, and the most
 *   that any transaction may pay.
 */
function nextStep(given: { price: bigint; last: bigint; max: bigint; cap: bigint }): NextStep {
  const { price, last, max, cap } = given
  const wanted = larger(price, (last * RAISE.numerator) / RAISE.denominator)
  const least = (last * LEAST_RAISE.numerator) / LEAST_RAISE.denominator + 1n
  if (price <= max && least <= max) return { kind: 'raise', gasPrice: smaller(wanted, max) }
  // The transaction is mined once the node has it, or waits until any transaction may pay the price.
  if (price <= last || price > cap || least > cap) return { kind: 'broadcast' }
  return { kind: 'cancel', gasPrice: smaller(wanted, cap) }
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
