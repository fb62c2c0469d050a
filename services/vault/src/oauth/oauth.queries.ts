import type { SocialProvider } from '@bullring/wire/embedded/social-provider'
import { sql } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'

/** A login that a device has started at a provider. */
export type OAuthLogin = {
  state: string
  deviceId: string
  provider: SocialProvider
  codeChallenge: string
  nonce: string
  /** Origin of the app that embeds the frame. */
  appOrigin: string
}

/** Time to log in at the provider. */
const LIFETIME_SECONDS = 600

/** Stores a login. */
export async function insertOAuthLogin(db: Database, login: OAuthLogin): Promise<void> {
  await db.deleteFrom('oauth_logins').where('expires_at', '<=', DATABASE_TIME).execute()
  await db
    .insertInto('oauth_logins')
    .values({
      state: login.state,
      device_id: login.deviceId,
      provider: login.provider,
      code_challenge: login.codeChallenge,
      nonce: login.nonce,
      app_origin: login.appOrigin,
      expires_at: sql<number>`${DATABASE_TIME} + ${LIFETIME_SECONDS}::int8`,
    })
    .execute()
}

/** Uses up a login. Returns nothing if the device has not started it, or it was used. */
export async function takeOAuthLogin(
  db: Database,
  state: string,
  deviceId: string,
): Promise<Omit<OAuthLogin, 'appOrigin'> | undefined> {
  return await db
    .deleteFrom('oauth_logins')
    .where('state', '=', state)
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', DATABASE_TIME)
    .returning(['state', 'device_id as deviceId', 'provider', 'nonce'])
    .returning('code_challenge as codeChallenge')
    .executeTakeFirst()
}

/** Stores the first URL that the provider called. Returns the origin of the app that started the login. */
export async function storeResult(
  db: Database,
  state: string,
  uri: string,
): Promise<string | undefined> {
  const row = await db
    .updateTable('oauth_logins')
    .set({ result_uri: sql<string>`coalesce(result_uri, ${uri})` })
    .where('state', '=', state)
    .where('expires_at', '>', DATABASE_TIME)
    .returning('app_origin')
    .executeTakeFirst()
  return row?.app_origin
}

/** Returns the URL that the provider called, null if it has not; nothing if the device has not started the login. */
export async function findResult(
  db: Database,
  state: string,
  deviceId: string,
): Promise<{ uri: string | null } | undefined> {
  return await db
    .selectFrom('oauth_logins')
    .select('result_uri as uri')
    .where('state', '=', state)
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', DATABASE_TIME)
    .executeTakeFirst()
}
