import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { type Address, bytesToHex, type Hash, type Hex } from 'viem'
import type { Database } from '../db/database.ts'
import type { OnrampPurchaseRow } from '../db/schema.ts'
import type { NewPurchase, PurchaseReport } from './onramp-provider.ts'

/** A purchase as it is stored. Times in Unix seconds. */
export type Purchase = NewPurchase & {
  provider: string
  chainId: number
  coinAmount: string | null
  status: OnrampPurchaseRow['status']
  /** Signed transaction that sends the coins. */
  payout: Hex | null
  txHash: Hash | null
  createdAt: number
}

/** An unused checkout is deleted after a day. */
const OPEN_SECONDS = 86_400

const MAX_LISTED = 100

/** Stores a new purchase and deletes unused checkouts. */
export async function insertPurchase(
  db: Database,
  {
    id,
    account,
    fiatAmount,
    provider,
    chainId,
  }: NewPurchase & Pick<Purchase, 'provider' | 'chainId'>,
  now: number,
): Promise<void> {
  await db
    .deleteFrom('onramp_purchases')
    .where('status', '=', 'open')
    .where('created_at', '<', now - OPEN_SECONDS)
    .execute()
  await db
    .insertInto('onramp_purchases')
    .values({
      id,
      provider,
      account: toBytes(account),
      chain_id: chainId,
      fiat_amount: fiatAmount,
      coin_amount: null,
      status: 'open',
      is_paid: false,
      payout: null,
      tx_hash: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Returns a purchase, or null for an unknown one. */
export async function findPurchase(db: Database, id: string): Promise<Purchase | null> {
  const row = await db
    .selectFrom('onramp_purchases')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  return row === undefined ? null : toPurchase(row)
}

/** Returns an account's purchases, newest first, without purchases that were never paid. */
export async function findPurchases(db: Database, account: Address): Promise<Purchase[]> {
  const rows = await db
    .selectFrom('onramp_purchases')
    .selectAll()
    .where('account', '=', toBytes(account))
    .where('status', '<>', 'open')
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(toPurchase)
}

/** Marks an open purchase as submitted. Returns true for one of any number of concurrent callers. */
export async function submitPurchase(
  db: Database,
  id: string,
  paid: { fiatAmount: string; coinAmount: string; isPaid: boolean },
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('onramp_purchases')
    .set({
      fiat_amount: paid.fiatAmount,
      coin_amount: paid.coinAmount,
      is_paid: paid.isPaid,
      status: 'pending',
      updated_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Applies a provider's report. A report after the end, or of an unknown purchase, changes nothing. */
export async function applyReport(
  db: Database,
  provider: string,
  { purchaseId, status, coinAmount, txHash }: PurchaseReport,
  now: number,
): Promise<void> {
  await db
    .updateTable('onramp_purchases')
    .set({
      status,
      updated_at: now,
      ...(coinAmount !== null && { coin_amount: coinAmount }),
      ...(txHash !== null && { tx_hash: toBytes(txHash) }),
    })
    .where('id', '=', purchaseId)
    .where('provider', '=', provider)
    .where('status', 'in', ['open', 'pending'])
    .execute()
}

/** Returns the paid purchases whose coins have not arrived, oldest first. */
export async function findUnpaidOut(db: Database, provider: string): Promise<Purchase[]> {
  const rows = await db
    .selectFrom('onramp_purchases')
    .selectAll()
    .where('provider', '=', provider)
    .where('status', '=', 'pending')
    .where('is_paid', '=', true)
    .orderBy('created_at')
    .limit(MAX_LISTED)
    .execute()
  return rows.map(toPurchase)
}

/** Stores the signed transaction of a payout; null to have another one signed. */
export async function storePayout(db: Database, id: string, payout: Hex | null): Promise<void> {
  await db
    .updateTable('onramp_purchases')
    .set({ payout: payout === null ? null : toBytes(payout) })
    .where('id', '=', id)
    .execute()
}

function toPurchase(row: OnrampPurchaseRow): Purchase {
  return {
    id: row.id,
    provider: row.provider,
    account: toAddress(row.account),
    chainId: row.chain_id,
    fiatAmount: row.fiat_amount,
    coinAmount: row.coin_amount,
    status: row.status,
    payout: row.payout && bytesToHex(row.payout),
    txHash: row.tx_hash && bytesToHex(row.tx_hash),
    createdAt: row.created_at,
  }
}
