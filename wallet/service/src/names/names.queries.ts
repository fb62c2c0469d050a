import { toAddress, toBytes } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { Database } from '../db/database.ts'
import type { NameRow } from '../db/schema.ts'

/** A registered name. Times in Unix seconds. */
export type RegisteredName = {
  label: string
  skeleton: string
  address: Address
  coinType: number
  /** Whether a key signed the registration, rather than a contract wallet of one chain. */
  isKey: boolean
  avatar: string | null
  bio: string | null
  registeredAt: number
  updatedAt: number
  signedAt: number
}

/** Returns the name with this label. */
export async function findByLabel(db: Database, label: string): Promise<RegisteredName | null> {
  const row = await db.selectFrom('names').selectAll().where('label', '=', label).executeTakeFirst()
  return row === undefined ? null : toName(row)
}

/** Returns the name of this account. */
export async function findByAddress(
  db: Database,
  address: Address,
): Promise<RegisteredName | null> {
  const row = await db
    .selectFrom('names')
    .selectAll()
    .where('address', '=', toBytes(address))
    .executeTakeFirst()
  return row === undefined ? null : toName(row)
}

/** Returns the elements of `skeletons` that a registered name has. */
export async function takenSkeletons(
  db: Database,
  skeletons: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('names')
    .select('skeleton')
    .where('skeleton', 'in', skeletons)
    .execute()
  return new Set(rows.map(({ skeleton }) => skeleton))
}

/** Stores a name. Returns false if label, skeleton or address are taken. */
export async function insertName(db: Database, name: RegisteredName): Promise<boolean> {
  const inserted = await db
    .insertInto('names')
    .values(toRow(name))
    .onConflict((conflict) => conflict.doNothing())
    .returning('label')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Replaces the attributes if the message is newer than the stored one. Returns whether it was. */
export async function updateAttributes(
  db: Database,
  name: Pick<RegisteredName, 'label' | 'avatar' | 'bio' | 'updatedAt' | 'signedAt'>,
): Promise<boolean> {
  const { label, avatar, bio, updatedAt, signedAt } = name
  const updated = await db
    .updateTable('names')
    .set({ avatar, bio, updated_at: updatedAt, signed_at: signedAt })
    .where('label', '=', label)
    .where('signed_at', '<', signedAt)
    .returning('label')
    .executeTakeFirst()
  return updated !== undefined
}

function toRow({ label, skeleton, address, avatar, bio, ...name }: RegisteredName): NameRow {
  return {
    label,
    skeleton,
    address: toBytes(address),
    coin_type: name.coinType,
    is_key: name.isKey,
    avatar,
    bio,
    registered_at: name.registeredAt,
    updated_at: name.updatedAt,
    signed_at: name.signedAt,
  }
}

function toName({ label, skeleton, address, avatar, bio, ...row }: NameRow): RegisteredName {
  return {
    label,
    skeleton,
    address: toAddress(address),
    coinType: row.coin_type,
    isKey: row.is_key,
    avatar,
    bio,
    registeredAt: row.registered_at,
    updatedAt: row.updated_at,
    signedAt: row.signed_at,
  }
}
