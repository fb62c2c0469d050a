import type { Position } from '@bullring/prediction/payout'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { BULL } from '../db/schema.ts'

export type PayoutSwitch = {
  isOn: boolean
  /** Unix seconds; null before the first change. */
  changedAt: number | null
  /** Recent rounds of the market whose payment the account has refused, newest first. */
  refusedEpochs: number[]
}

/** Reads whether an account is sent its winnings. */
export async function findSwitch(
  db: Database,
  symbol: string,
  account: Address,
): Promise<PayoutSwitch> {
  const bytes = toBytes(account)
  const [row, refused] = await Promise.all([
    db
      .selectFrom('payout_accounts')
      .select(['is_on', 'changed_at'])
      .where('account', '=', bytes)
      .executeTakeFirst(),
    db
      .selectFrom('payouts')
      .select('epoch')
      .where('symbol', '=', symbol)
      .where('account', '=', bytes)
      .where('is_refused', '=', true)
      .orderBy('epoch', 'desc')
      .execute(),
  ])
  return {
    isOn: row?.is_on ?? false,
    changedAt: row === undefined ? null : Math.floor(row.changed_at.getTime() / 1_000),
    refusedEpochs: refused.map(({ epoch }) => epoch),
  }
}

/** Switches it on or off. */
export async function setSwitch(db: Database, account: Address, isOn: boolean): Promise<void> {
  await sql`insert into payout_accounts (account, is_on) values (${toBytes(account)}, ${isOn})
    on conflict (account) do update set is_on = excluded.is_on, changed_at = now()
      where payout_accounts.is_on <> excluded.is_on`.execute(db)
}

/** Changes whenever an account is switched on; 0 while none is. */
export async function findNewestSwitch(db: Database): Promise<number> {
  const { rows } = await sql<{ newest: Date | null }>`
    select max(changed_at) as newest from payout_accounts where is_on`.execute(db)
  return rows[0]?.newest?.getTime() ?? 0
}

/** Minutes after which a keeper that has not recorded that it pays counts as gone. */
const SERVED_MINUTES = 3

/** Records that a keeper pays the accounts of a market. */
export async function recordServed(db: Database, symbol: string): Promise<void> {
  await sql`insert into payout_keepers (symbol) values (${symbol})
    on conflict (symbol) do update set seen_at = now()`.execute(db)
}

/** Returns whether a keeper pays the accounts of a market. */
export async function isServed(db: Database, symbol: string): Promise<boolean> {
  const { rows } = await sql`select from payout_keepers where symbol = ${symbol}
    and seen_at > now() - make_interval(mins => ${SERVED_MINUTES})`.execute(db)
  return rows.length > 0
}

/** A bet that no one has claimed or been sent, of an account that is to be sent its winnings. */
export type UnpaidBet = { epoch: number; account: Address; position: Position; amount: bigint }

type UnpaidRow = { epoch: number; account: Buffer; position: number; amount: bigint }

/** A payment that the index lacks for longer was undone by a reorg. */
const RETRY_MINUTES = 10

/** Finds the unpaid bets on the rounds from one on, up to another, which is not included; oldest round first. */
export async function findUnpaid(
  db: Database,
  { symbol, schema }: MarketTables,
  rounds: { from: number; before: number },
): Promise<UnpaidBet[]> {
  const { rows } = await sql<UnpaidRow>`
    select b.epoch, b.account, b.position, b.amount
    from ${nameIn({ schema }, 'bets')} b join payout_accounts p on p.account = b.account and p.is_on
    where b.epoch >= ${rounds.from} and b.epoch < ${rounds.before}
      and not exists (select from ${nameIn({ schema }, 'claims')} c
        where c.account = b.account and c.epoch = b.epoch)
      and not exists (select from payouts d
        where d.symbol = ${symbol} and d.epoch = b.epoch and d.account = b.account
          and (d.is_refused or d.tried_at > now() - make_interval(mins => ${RETRY_MINUTES})))
    order by b.epoch, b.account`.execute(db)
  return rows.map(({ epoch, account, position, amount }) => ({
    epoch,
    account: toAddress(account),
    position: position === BULL ? 'bull' : 'bear',
    amount,
  }))
}

/** Records payments. A refused one is not tried again. */
export async function recordPayouts(
  db: Database,
  payouts: { symbol: string; epoch: number; accounts: readonly Address[]; isRefused: boolean },
): Promise<void> {
  const { symbol, epoch, accounts, isRefused } = payouts
  await sql`insert into payouts (symbol, epoch, account, is_refused)
    select ${symbol}, ${epoch}, account, ${isRefused} from unnest(${accounts.map(toBytes)}::bytea[]) account
    on conflict (symbol, epoch, account)
      do update set is_refused = excluded.is_refused, tried_at = now()`.execute(db)
}

/** Deletes the payments of rounds before `epoch`, which are no longer tried. */
export async function prunePayouts(db: Database, symbol: string, epoch: number): Promise<void> {
  await db.deleteFrom('payouts').where('symbol', '=', symbol).where('epoch', '<', epoch).execute()
}

/**
 * Takes `cost` in wei from the budget of this day (UTC). Returns false, and takes nothing, when it exceeds what is left.
 */
export async function takeFromBudget(
  db: Database,
  cost: bigint,
  dailyBudget: bigint,
): Promise<boolean> {
  if (cost > dailyBudget) return false
  const { rows } = await sql`
    insert into payout_costs (day, spent) values ((now() at time zone 'UTC')::date, ${cost})
    on conflict (day) do update set spent = payout_costs.spent + excluded.spent
      where payout_costs.spent + excluded.spent <= ${dailyBudget}
    returning day`.execute(db)
  return rows.length > 0
}

/** Corrects what was taken for a payment by `difference` in wei, once its cost is known; negative to give back. */
export async function correctCost(db: Database, difference: bigint): Promise<void> {
  await sql`update payout_costs set spent = greatest(spent + ${difference}, 0)
    where day = (now() at time zone 'UTC')::date`.execute(db)
}
