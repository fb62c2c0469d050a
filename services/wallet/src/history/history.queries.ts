import { toAddress, toBytes, toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/database.ts'
import type { HistoryTransferRow } from '../db/schema.ts'
import { UnknownCursorError } from '../http/errors.ts'
import type { Token } from '../tokens/token.ts'
import type { AccountTransaction, HistoryPage, HistorySource } from './history-source.ts'

const PAGE_SIZE = 50

/** Position of a transaction on the chain; pages continue downwards from it. */
type Place = { block_number: number; tx_index: number }

const TOP: Place = { block_number: Number.MAX_SAFE_INTEGER, tx_index: 0 }

/**
 * Creates a history from the index of transfers.
 *
 * @param tokens - Known tokens of the chain; transfers of others are left out.
 */
export function createIndexedHistory(db: Database, tokens: readonly Token[]): HistorySource {
  const known = new Map(tokens.map((token) => [token.address.toLowerCase(), token]))
  return {
    page: async (account, cursor) => {
      const places = await findPlaces(db, account, [...known.values()], cursor)
      const shown = places.slice(0, PAGE_SIZE)
      const rows = await findTransfers(db, account, shown)
      const last = shown.at(-1)
      const next = places.length > shown.length && last !== undefined ? toCursor(last) : null
      return { transactions: toTransactions(rows, known), next } satisfies HistoryPage
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
  const side = (column: 'sender' | 'recipient') =>
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
      .where(
        sql<boolean>`(block_number, tx_index) < (${below.block_number}::int8, ${below.tx_index}::int4)`,
      )
      .orderBy('block_number', 'desc')
      .orderBy('tx_index', 'desc')
      .limit(PAGE_SIZE + 1)
  const sent = db.selectFrom(side('sender').as('sent')).selectAll()
  const received = db.selectFrom(side('recipient').as('received')).selectAll()
  return db
    .selectFrom(sent.union(received).as('places'))
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
  const bytes = toBytes(account)
  return db
    .selectFrom('history_transfers')
    .selectAll()
    .where((eb) => eb.or([eb('sender', '=', bytes), eb('recipient', '=', bytes)]))
    .where((eb) =>
      eb(
        eb.refTuple('block_number', 'tx_index'),
        'in',
        places.map(({ block_number, tx_index }) => eb.tuple(block_number, tx_index)),
      ),
    )
    .orderBy('block_number', 'desc')
    .orderBy('tx_index', 'desc')
    .orderBy('log_index')
    .execute()
}

function toTransactions(
  rows: readonly HistoryTransferRow[],
  known: ReadonlyMap<string, Token>,
): AccountTransaction[] {
  const groups = Map.groupBy(rows, ({ tx_hash }) => toHex(tx_hash))
  return [...groups].flatMap(([hash, [first, ...more]]) => {
    if (first === undefined) return []
    const transfers = [first, ...more].flatMap(({ token, sender, recipient, amount }) => {
      const found = token === null ? null : known.get(toHex(token))
      if (found === undefined) return []
      return [{ token: found, from: toAddress(sender), to: toAddress(recipient), amount }]
    })
    return [
      {
        hash,
        from: toAddress(first.tx_from),
        to: first.tx_to && toAddress(first.tx_to),
        nonce: first.nonce,
        isConfirmed: first.is_confirmed,
        minedAt: first.mined_at,
        transfers,
      },
    ]
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
