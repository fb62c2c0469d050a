import { toAddress, toBytes, toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/database.ts'
import type { HistoryTransferRow } from '../db/schema.ts'
import { UnknownCursorError } from '../http/errors.ts'
import type { Token } from '../tokens/token.ts'
import type { AccountTransaction, HistoryPage, HistorySource } from './history-source.ts'
import { isTransferOf, type Move, type Place } from './move.ts'
import { findNftTransfers } from './nft-transfers.queries.ts'

const PAGE_SIZE = 50

const TOP: Place = { block_number: Number.MAX_SAFE_INTEGER, tx_index: 0 }

/**
 * Creates a history from the index of transfers.
 *
 * @param tokens - Known tokens of the chain. Transfers of others are left out.
 */
export function createIndexedHistory(db: Database, tokens: readonly Token[]): HistorySource {
  const known = new Map(tokens.map((token) => [token.address.toLowerCase(), token]))
  return {
    page: async (account, cursor) => {
      const places = await findPlaces(db, account, [...known.values()], cursor)
      const shown = places.slice(0, PAGE_SIZE)
      const [coins, nfts] = await Promise.all([
        findTransfers(db, account, shown),
        findNftTransfers(db, account, shown),
      ])
      const last = shown.at(-1)
      const next = places.length > shown.length && last !== undefined ? toCursor(last) : null
      const moved = [...coins.flatMap((row) => toMove(row, known)), ...nfts]
      return { transactions: toTransactions(shown, moved), next } satisfies HistoryPage
    },
  }
}

/** Reads one more than a page, to know whether another page follows. */
function findPlaces(
  db: Database,
  account: Address,
  tokens: readonly Token[],
  cursor: string | null,
): Promise<Place[]> {
  const below = cursor === null ? TOP : parseCursor(cursor)
  const bytes = toBytes(account)
  const addresses = tokens.map(({ address }) => toBytes(address))
  const isBelow = sql<boolean>`(block_number, tx_index) < (${below.block_number}::int8, ${below.tx_index}::int4)`
  const coins = (column: 'sender' | 'recipient') =>
    db
      .selectFrom('history_transfers')
      .select(['block_number', 'tx_index'])
      .distinct()
      .where(column, '=', bytes)
      .where((eb) =>
        eb.or([
          eb('token', 'is', null),
          ...(addresses.length > 0 ? [eb('token', 'in', addresses)] : []),
        ]),
      )
      .where(isBelow)
      .orderBy('block_number', 'desc')
      .orderBy('tx_index', 'desc')
      .limit(PAGE_SIZE + 1)
  const nfts = (column: 'sender' | 'recipient') =>
    db
      .selectFrom('nft_transfers')
      .select('block_number')
      .select((eb) => eb.ref('tx_index').$notNull().as('tx_index'))
      .distinct()
      .where(column, '=', bytes)
      .where(isBelow)
      .orderBy('block_number', 'desc')
      .orderBy('tx_index', 'desc')
      .limit(PAGE_SIZE + 1)
  return db
    .selectFrom(
      db
        .selectFrom(coins('sender').as('coins_sent'))
        .selectAll()
        .union(db.selectFrom(coins('recipient').as('coins_received')).selectAll())
        .union(db.selectFrom(nfts('sender').as('nfts_sent')).selectAll())
        .union(db.selectFrom(nfts('recipient').as('nfts_received')).selectAll())
        .as('places'),
    )
    .selectAll()
    .orderBy('block_number', 'desc')
    .orderBy('tx_index', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute()
}

function findTransfers(
  db: Database,
  account: Address,
  places: readonly Place[],
): Promise<HistoryTransferRow[]> {
  if (places.length === 0) return Promise.resolve([])
  return db
    .selectFrom('history_transfers')
    .selectAll()
    .where(isTransferOf(account, places))
    .orderBy('log_index')
    .execute()
}

function toMove(row: HistoryTransferRow, known: ReadonlyMap<string, Token>): Move[] {
  const { block_number, tx_index, token, sender, recipient, amount } = row
  const found = token === null ? null : known.get(toHex(token))
  if (found === undefined) return []
  const transaction = {
    hash: toHex(row.tx_hash),
    from: toAddress(row.tx_from),
    to: row.tx_to && toAddress(row.tx_to),
    nonce: row.nonce,
    isConfirmed: row.is_confirmed,
    minedAt: row.mined_at,
  }
  const transfer = { token: found, from: toAddress(sender), to: toAddress(recipient), amount }
  return [{ block_number, tx_index, transaction, transfer }]
}

function toTransactions(places: readonly Place[], moved: readonly Move[]): AccountTransaction[] {
  const groups = Map.groupBy(moved, toCursor)
  return places.flatMap((place) => {
    const moves = groups.get(toCursor(place)) ?? []
    const [first] = moves
    if (first === undefined) return []
    return [{ ...first.transaction, transfers: moves.map(({ transfer }) => transfer) }]
  })
}

function toCursor({ block_number, tx_index }: Place): string {
  return `${block_number}-${tx_index}`
}

function parseCursor(cursor: string): Place {
  const [, block, index] = /^(\d{1,15})-(\d{1,9})$/.exec(cursor) ?? []
  if (block === undefined || index === undefined) throw new UnknownCursorError()
  return { block_number: Number(block), tx_index: Number(index) }
}
