import type { SocialProvider } from '@bullring/login-api/social-provider'
import { sql } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'

/** A login that a device has started at a provider. */
export type OAuthLogin = {
  state: string
  deviceId: string
  provider: SocialProvider
  codeChallenge: string
  nonceSalt: string
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
      nonce_salt: login.nonceSalt,
      expires_at: sql<number>`${DATABASE_TIME} + ${LIFETIME_SECONDS}::int8`,
    })
    .execute()
}

/** Uses up a login. Returns nothing if the device has not started it, or it was used. */
export async function takeOAuthLogin(
  db: Database,
  state: string,
  deviceId: string,
): Promise<OAuthLogin | undefined> {
  return await db
    .deleteFrom('oauth_logins')
    .where('state', '=', state)
    .where('device_id', '=', deviceId)
    .where('expires_at', '>', DATABASE_TIME)
    .returning(['state', 'device_id as deviceId', 'provider'])
    .returning(['code_challenge as codeChallenge', 'nonce_salt as nonceSalt'])
    .executeTakeFirst()
}
