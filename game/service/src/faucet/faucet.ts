import { defineHttpError } from '@bullring/server/http/http-error'
import {
  deleteOldEvents,
  type LimitedEvent,
  returnAllowance,
  takeAllowance,
} from '@bullring/server/limits/take-allowance'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'

/** An account receives coins once in this time. */
const COOLDOWN_SECONDS = 60

/** Nodes may have different clocks; the database has one. */
const NOW = sql<number>`extract(epoch from clock_timestamp())::int8`

/** The account received coins within the last minute. */
const FaucetCooldownError = defineHttpError({
  name: 'FaucetCooldownError',
  code: 'faucet.cooldown',
  status: 429,
  isRetryable: true,
  message: (secondsLeft: number) =>
    `This account has just received coins. Try again in ${secondsLeft} s.`,
  headers: (secondsLeft) => ({ 'retry-after': String(secondsLeft) }),
})

/** Accounts that may receive coins, shared by all nodes. */
export type FaucetCooldown = ReturnType<typeof createFaucetCooldown>

/** Counts in the database, because each request pays out: two nodes never pay the same account at once. */
export function createFaucetCooldown(db: Database) {
  return {
    /** @throws {FaucetCooldownError} when `account` has to wait. */
    take: async (account: Address): Promise<void> => {
      const limit = { ...eventOf(account), windows: [{ seconds: COOLDOWN_SECONDS, max: 1 }] }
      const wait = await db.transaction().execute((trx) => takeAllowance(trx, limit, NOW))
      if (wait > 0) throw new FaucetCooldownError(wait)
      await deleteOldEvents(db, NOW)
    },

    /** Ends the cooldown of an account whose transaction failed. */
    release: (account: Address): Promise<void> => returnAllowance(db, eventOf(account)),
  }
}

function eventOf(account: Address): LimitedEvent {
  return { kind: 'faucet', key: account.toLowerCase() }
}
