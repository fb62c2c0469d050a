import type { Epoch, PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { bullringRules } from './bullring-rules.ts'
import type { MarketContract } from './market-contract.ts'
import { pancakeRules } from './pancake-rules.ts'
import type { IndexedRound, RoundRules } from './round-rules.ts'

/** A round and the oracle's newest price. */
export type RoundAndPrice = { round: IndexedRound; lastPrice: PriceE8 | null }

/** A round with the time of the index's newest block; 0 before the first. */
export type DatedRound = RoundAndPrice & { blockTime: UnixSeconds }

/** The indexed rounds of a market, of either kind. */
export type Rounds = Pick<RoundRules<never>, 'clock'> & {
  /** Reads one round, null when there is none. A round without bets has an empty pool. */
  findRound: (epoch: Epoch) => Promise<RoundAndPrice | null>
  /** Reads the `limit` rounds before `epoch`, newest first. */
  findRoundsBefore: (epoch: Epoch, limit: number) => Promise<RoundAndPrice[]>
  /** Reads several rounds as of one block, oldest first; epochs without a round are left out. */
  findRounds: (epochs: readonly Epoch[]) => Promise<DatedRound[]>
  /**
   * Joins each row of `source` with the round of its `epoch`, newest first. Rows without a round are
   * left out.
   *
   * @param source - Table expression; `columns` refer to it as `e`.
   */
  joinRounds: <row>(
    source: RawBuilder<unknown>,
    columns: RawBuilder<row>,
  ) => Promise<{ row: row; round: IndexedRound }[]>
}

/** Picks the rules of the contract's kind. */
export function createRounds(db: Database, contract: MarketContract): Rounds {
  switch (contract.kind) {
    case 'bullring':
      return createReader(db, bullringRules(contract))
    case 'pancake-v2':
      return createReader(db, pancakeRules(db))
  }
}

function createReader<facts extends { epoch: number }>(
  db: Database,
  { columns, joins, toIndexedRound, clock }: RoundRules<facts>,
): Rounds {
  const joinRounds = async <row>(source: RawBuilder<unknown>, extra: RawBuilder<row>) => {
    const { rows } = await sql<facts & row>`
      select e.epoch, ${extra}, ${columns} from ${source} e ${joins}
      order by e.epoch desc`.execute(db)
    return rows.flatMap((row) => {
      const round = toIndexedRound(row)
      return round === null ? [] : { row, round }
    })
  }
  const readRounds = async (epochs: RawBuilder<unknown>): Promise<RoundAndPrice[]> => {
    const found = await joinRounds(epochs, lastPriceColumn)
    return found.map(({ row, round }) => ({ round, lastPrice: toLastPrice(row) }))
  }
  return {
    clock,
    joinRounds,
    findRound: async (epoch) => {
      const [found] = await readRounds(sql`(select ${Number(epoch)}::int8 as epoch)`)
      return found ?? null
    },
    findRoundsBefore: (epoch, limit) => {
      const epochs = epochsBefore(Number(epoch), limit)
      return readRounds(sql`(select epoch from unnest(${epochs}::int8[]) epoch)`)
    },
    findRounds: async (epochs) => {
      if (epochs.length === 0) return []
      const source = sql`(select epoch from unnest(${epochs.map(Number)}::int8[]) epoch)`
      const found = await joinRounds(
        source,
        sql<LastPrice & BlockTime>`
        ${lastPriceColumn}, ${blockTimeColumn}`,
      )
      return found.toReversed().map(({ row, round }) => ({
        round,
        lastPrice: toLastPrice(row),
        blockTime: toUnixSeconds(row.block_time ?? 0),
      }))
    },
  }
}

/** Lists the numbers of the `limit` rounds before one, oldest first. */
export function epochsBefore(epoch: number, limit: number): number[] {
  return epochsBetween(Math.max(epoch - limit, 1), epoch - 1)
}

/** Lists the numbers of rounds, both ends included. */
export function epochsBetween(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, index) => first + index)
}

type LastPrice = { last_price: bigint | null }

const lastPriceColumn = sql<LastPrice>`
  (select o.price from oracle_rounds o order by o.round_id desc limit 1) as last_price`

type BlockTime = { block_time: number | null }

const blockTimeColumn = sql<BlockTime>`
  (select b.timestamp from blocks b order by b.number desc limit 1) as block_time`

function toLastPrice({ last_price: price }: LastPrice): PriceE8 | null {
  return price === null ? null : toPriceE8(price)
}
