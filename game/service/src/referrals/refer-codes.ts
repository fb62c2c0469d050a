import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import { computeCode, decodeCode } from './computed-code.ts'
import type { ReferCode } from './referrals.queries.ts'
import { findInviter, findReferCode, findReferCodeKey } from './referrals.queries.ts'

/** Invitation codes: stored ones, and computed ones of accounts that have none. Reads alone. */
export type ReferCodes = {
  /** Returns the account's code, and who was recorded with it. */
  codeOf: (account: Address) => Promise<ReferCode>
  /** Returns the account that has this code; null when none has. */
  inviterOf: (referCode: string) => Promise<Address | null>
}

/** @param reads - Where codes are looked up: a replica may lack one that was stored just now, which then is computed. */
export function createReferCodes({ db, reads }: { db: Database; reads: Database }): ReferCodes {
  let key: Promise<Buffer> | null = null
  const readKey = () => {
    key ??= findReferCodeKey(reads)
    key.catch(() => {
      key = null
    })
    return key
  }
  return {
    codeOf: async (account) =>
      (await findReferCode(reads, account)) ?? {
        referCode: computeCode(account, await readKey()),
        referred: 0,
        proven: 0,
      },
    inviterOf: async (referCode) =>
      decodeCode(referCode, await readKey()) ?? (await findInviter(db, referCode)),
  }
}
