import { readJson } from '@bullring/server/http/read-json'
import { CreateReferRequest, type CreateReferResponse } from '@bullring/wire/game-api/create-refer'
import { ReferCodeRequest, type ReferCodeResponse } from '@bullring/wire/game-api/refer-code'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import type { Address } from 'viem'
import { OwnReferCodeError, UnknownReferCodeError } from './errors.ts'
import type { ReferCode, Referral } from './referrals.queries.ts'

export type ReferralsDeps = {
  findInviter: (referCode: string) => Promise<Address | null>
  recordReferral: (account: Address, referCode: string) => Promise<Referral>
  findReferCode: (account: Address) => Promise<ReferCode>
}

/** Serves POST /api/create_refer and /api/refer-code. */
export function referralsRoutes(deps: ReferralsDeps): Hono {
  return new Hono()
    .post('/api/create_refer', async (c) => {
      const { refer_code, user_address } = parse(CreateReferRequest, await readJson(c))
      const inviter = await deps.findInviter(refer_code)
      if (inviter === null) throw new UnknownReferCodeError()
      if (inviter === user_address) throw new OwnReferCodeError()
      const { referCode, isNew } = await deps.recordReferral(user_address, refer_code)
      const body: CreateReferResponse = { refer_code: referCode, user_address, created: isNew }
      return c.json(body)
    })
    .post('/api/refer-code', async (c) => {
      const { user_address } = parse(ReferCodeRequest, await readJson(c))
      const { referCode, referred } = await deps.findReferCode(user_address)
      const body: ReferCodeResponse = { refer_code: referCode, referred }
      return c.json(body)
    })
}
