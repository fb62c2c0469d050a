import { followChain } from '@bullring/server/chain/follow-chain'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import type { Logger } from 'pino'
import type { Hash, Hex, LocalAccount } from 'viem'
import {
  keccak256,
  parseEther,
  parseTransaction,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { RpcClient } from '../chain/rpc-client.ts'
import type { Database } from '../db/database.ts'
import { NoPriceError } from './errors.ts'
import type { PurchaseReport } from './onramp-provider.ts'
import { findUnpaidOut, type Purchase, storePayout } from './purchases.queries.ts'

export type PayoutDeps = {
  db: Database
  client: RpcClient
  /** Holds the coins that are sold. */
  seller: LocalAccount
  provider: string
  /** Hears of every payout that has reached its end. */
  report: (report: PurchaseReport) => Promise<void>
  log: Logger
}

/** Plain transfers cost 21,000. Transfers to accounts with code (EIP-7702) cost a little more. */
const TRANSFER_GAS = 60_000n

/**
 * Sends the coins of paid purchases until `signal` aborts, then returns. Each transaction is stored before it
 * is sent, so that a crash at any point sends it once.
 */
export function runPayouts(
  deps: PayoutDeps,
  { pollIntervalMs }: { pollIntervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const step = async () => {
    for (const purchase of await findUnpaidOut(deps.db, deps.provider)) await payOut(deps, purchase)
    return 'soon' as const
  }
  const onFailure = reportFailedStep(deps.log, 'payout failed')
  return followChain(step, { pollIntervalMs, onFailure }, signal)
}

/** Moves one payout a step forward: signed, sent, mined, reported. */
async function payOut(deps: PayoutDeps, purchase: Purchase): Promise<void> {
  const { db, client, report } = deps
  const payout = purchase.payout ?? (await signPayout(deps, purchase))
  const hash = keccak256(payout)
  const receipt = await receiptOf(client, hash)
  if (receipt !== null) {
    const isSent = receipt.status === 'success'
    await report({
      purchaseId: purchase.id,
      status: isSent ? 'success' : 'failed',
      coinAmount: purchase.coinAmount,
      txHash: hash,
    })
    return
  }
  if (await isOvertaken(deps, payout, hash)) {
    await storePayout(db, purchase.id, null)
    return
  }
  // A transaction that the node knows already is refused, which is fine.
  await client.sendRawTransaction({ serializedTransaction: payout }).catch(async (error) => {
    if (!(await isKnown(client, hash))) throw error
  })
}

async function signPayout(
  { db, client, seller }: PayoutDeps,
  { id, account, coinAmount }: Purchase,
): Promise<Hex> {
  if (coinAmount === null) throw new NoPriceError()
  const [nonce, fees] = await Promise.all([
    client.getTransactionCount({ address: seller.address, blockTag: 'pending' }),
    client.estimateFeesPerGas(),
  ])
  const payout = await seller.signTransaction({
    ...fees,
    to: account,
    value: parseEther(coinAmount),
    nonce,
    gas: TRANSFER_GAS,
    chainId: client.chain.id,
    type: 'eip1559',
  })
  await storePayout(db, id, payout)
  return payout
}

/** Returns whether another transaction has taken the nonce: this one can never be mined. */
async function isOvertaken(
  { client, seller }: PayoutDeps,
  payout: Hex,
  hash: Hash,
): Promise<boolean> {
  const mined = await client.getTransactionCount({ address: seller.address, blockTag: 'latest' })
  const { nonce = 0 } = parseTransaction(payout)
  // Read again: it may have been mined between the two questions.
  return nonce < mined && (await receiptOf(client, hash)) === null
}

async function receiptOf(client: RpcClient, hash: Hash) {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

async function isKnown(client: RpcClient, hash: Hash): Promise<boolean> {
  try {
    await client.getTransaction({ hash })
    return true
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false
    throw error
  }
}
