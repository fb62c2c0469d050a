import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { CreateReferRequest, CreateReferResponse } from '@bullring/wire/game-api/create-refer'
import { ReferCodeRequest, ReferCodeResponse } from '@bullring/wire/game-api/refer-code'
import type { Address } from 'viem'
import { API_ERRORS } from '../http/documented-errors.ts'
import { OwnReferCodeError, UnknownReferCodeError } from './errors.ts'
import type { ReferCode, Referral } from './referrals.queries.ts'

export type ReferralsDeps = {
  findInviter: (referCode: string) => Promise<Address | null>
  recordReferral: (account: Address, referCode: string) => Promise<Referral>
  findReferCode: (account: Address) => Promise<ReferCode>
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
      errors: [...API_ERRORS, 404, 409],
      handler: async ({ body: { refer_code, user_address } }) => {
        const inviter = await deps.findInviter(refer_code)
        if (inviter === null) throw new UnknownReferCodeError()
        if (inviter === user_address) throw new OwnReferCodeError()
        const { referCode, isNew } = await deps.recordReferral(user_address, refer_code)
        return { refer_code: referCode, user_address, created: isNew }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/refer-code',
      summary: 'An account’s own code',
      body: ReferCodeRequest,
      response: ReferCodeResponse,
      errors: API_ERRORS,
      handler: async ({ body }) => {
        const { referCode, referred } = await deps.findReferCode(body.user_address)
        return { refer_code: referCode, referred }
      },
    }),
  ]
}
