import { CreateReferRequest, CreateReferResponse } from '@bullring/game-api/create-refer'
import { ReferCodeRequest, ReferCodeResponse } from '@bullring/game-api/refer-code'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { Address, Hex } from 'viem'
import { API_ERRORS } from '../http/errors.ts'
import { OwnReferCodeError, UnknownReferCodeError } from './errors.ts'
import type { ReferCodes } from './refer-codes.ts'
import type { Referral } from './referrals.queries.ts'

export type ReferralsDeps = {
  codes: ReferCodes
  /** @throws {WrongSignatureError} */
  isProven: (
    c: Context,
    referral: { account: Address; referCode: string; signature: Hex | null },
  ) => Promise<boolean>
  recordReferral: (referral: {
    account: Address
    inviter: Address
    referCode: string
    isProven: boolean
  }) => Promise<Referral>
  /** Counts a referral against the caller's limit; throws when it is used up. */
  takeReferral: (c: Context) => void
}

/** POST /api/create_refer and /api/refer-code. */
export function referralsOperations(deps: ReferralsDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/create_refer',
      summary: 'Records who invited an account',
      body: CreateReferRequest,
      response: CreateReferResponse,
      errors: [...API_ERRORS, 401, 404, 409],
      handler: async ({ body: { refer_code, user_address, signature = null } }, c) => {
        const inviter = await deps.codes.inviterOf(refer_code)
        if (inviter === null) throw new UnknownReferCodeError()
        if (inviter === user_address) throw new OwnReferCodeError()
        const claim = { account: user_address, referCode: refer_code }
        const isProven = await deps.isProven(c, { ...claim, signature: signature as Hex | null })
        deps.takeReferral(c)
        const recorded = await deps.recordReferral({ ...claim, inviter, isProven })
        return {
          refer_code: recorded.referCode,
          user_address,
          created: recorded.isNew,
          proven: recorded.isProven,
        }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/refer-code',
      summary: 'An account’s own code',
      body: ReferCodeRequest,
      response: ReferCodeResponse,
      errors: API_ERRORS,
      handler: async ({ body: { user_address: account } }) => {
        const { referCode, referred, proven } = await deps.codes.codeOf(account)
        return { refer_code: referCode, referred, proven }
      },
    }),
  ]
}
