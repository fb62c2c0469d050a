import {
  type RewrapDeps,
  rewrapKeys,
  type ShareRow,
  type ShareTable,
} from '@bullring/login-server/envelope/rewrap-keys'
import { type Kysely, sql } from 'kysely'
import type { CustodyTables } from '../db/schema.ts'
import { authShareContext, recoveryShareContext } from './share-context.ts'

type Db = Kysely<CustodyTables>

/** Wraps the keys of all shares by the current key-encryption key, see {@link rewrapKeys}. */
export async function rewrapShares(
  { db, ...deps }: RewrapDeps & { db: Db },
  signal: AbortSignal,
): Promise<void> {
  await rewrapKeys(deps, authShares(db), signal)
  await rewrapKeys(deps, recoveryShares(db), signal)
}

function authShares(db: Db): ShareTable<ShareRow & { deviceId: string }> {
  return {
    contextOf: ({ walletId, deviceId }) => authShareContext(walletId, deviceId),
    find: ({ kekId, after, limit }) =>
      db
        .selectFrom('auth_shares')
        .select([
          'wallet_id as walletId',
          'device_id as deviceId',
          'kek_id as kekId',
          'wrapped_key as wrappedKey',
        ])
        .where('kek_id', '!=', kekId)
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(wallet_id, device_id) > (${after?.walletId}::uuid, ${after?.deviceId})`,
          ),
        )
        .orderBy('wallet_id')
        .orderBy('device_id')
        .limit(limit)
        .execute(),
    store: async ({ walletId, deviceId, wrappedKey: read }, { kekId, wrappedKey }) => {
      await db
        .updateTable('auth_shares')
        .set({ kek_id: kekId, wrapped_key: wrappedKey })
        .where('wallet_id', '=', walletId)
        .where('device_id', '=', deviceId)
        .where('wrapped_key', '=', read)
        .execute()
    },
  }
}

function recoveryShares(db: Db): ShareTable<ShareRow> {
  return {
    contextOf: ({ walletId }) => recoveryShareContext(walletId),
    find: ({ kekId, after, limit }) =>
      db
        .selectFrom('recovery_shares')
        .select(['wallet_id as walletId', 'kek_id as kekId', 'wrapped_key as wrappedKey'])
        .where('kek_id', '!=', kekId)
        .$if(after !== null, (query) => query.where('wallet_id', '>', after?.walletId ?? ''))
        .orderBy('wallet_id')
        .limit(limit)
        .execute(),
    store: async ({ walletId, wrappedKey: read }, { kekId, wrappedKey }) => {
      await db
        .updateTable('recovery_shares')
        .set({ kek_id: kekId, wrapped_key: wrappedKey })
        .where('wallet_id', '=', walletId)
        .where('wrapped_key', '=', read)
        .execute()
    },
  }
}
