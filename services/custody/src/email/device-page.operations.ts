import { readForm } from '@bullring/server/http/read-form'
import { linkLanguage } from '@bullring/server/mail/mail-language'
import type { Operation } from '@bullring/server/operations/operation'
import { sendPage } from '@bullring/server/pages/mail-page'
import { hashToken } from '@bullring/server/secret-token'
import { TokenField } from '@bullring/wire/embedded/custody-api/fields'
import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { devicePage } from './device-page.ts'
import { decideDeviceRequest, findDeviceRequest } from './device-requests.queries.ts'

export type DevicePageDeps = { db: Kysely<CustodyTables>; nowS: Clock }

const PAGE = {
  path: '/device',
  response: z.string(),
  contentType: 'text/html',
  errors: [404, 429, 500],
} as const

/** GET and POST /device: the page behind a mailed link. Opening it decides nothing: mail scanners open links too. */
export function devicePageOperations(deps: DevicePageDeps): readonly Operation[] {
  return [
    {
      ...PAGE,
      method: 'get',
      summary: 'Shows a login that waits for approval',
      handle: (c) => show(deps, c, c.req.query('t') ?? ''),
    },
    {
      ...PAGE,
      method: 'post',
      summary: 'Approves or rejects a login',
      body: z.unknown(),
      maxBodyBytes: 2_048,
      errors: [...PAGE.errors, 403, 413],
      handle: (c) => decide(deps, c),
    },
  ]
}

async function decide(deps: DevicePageDeps, c: Context): Promise<Response> {
  const form = await readForm(c)
  const token = form.get('t') ?? ''
  const decision = form.get('decision')
  const decided = decisionOf(decision)
  if (decided !== null && TokenField.safeParse(token).success) {
    const hash = hashToken(token)
    const { db, nowS } = deps
    await db.transaction().execute((trx) => decideDeviceRequest(trx, hash, decided, nowS()))
  }
  return await show(deps, c, token)
}

function decisionOf(button: unknown): 'approved' | 'rejected' | null {
  if (button === 'approve') return 'approved'
  return button === 'reject' ? 'rejected' : null
}

async function show({ db, nowS }: DevicePageDeps, c: Context, token: string): Promise<Response> {
  const request = TokenField.safeParse(token).success
    ? await findDeviceRequest(db, hashToken(token), nowS())
    : null
  return await sendPage(c, request === null ? null : devicePage(request, token, linkLanguage(c)))
}
