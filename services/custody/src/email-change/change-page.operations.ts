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
import { CHANGE_PATH, changePage, takenPage } from './change-page.ts'
import { decideChange, findLinkedChange } from './email-changes.queries.ts'
import { EmailInUseError } from './errors.ts'
import { undoChange } from './undo-change.ts'

export type ChangePageDeps = { db: Kysely<CustodyTables>; nowS: Clock }

const PAGE = {
  path: CHANGE_PATH,
  response: z.string(),
  contentType: 'text/html',
  errors: [404, 429, 500],
} as const

/** GET and POST /email-change: the page behind a mailed link. Opening it decides nothing: mail scanners open links too. */
export function changePageOperations(deps: ChangePageDeps): readonly Operation[] {
  return [
    {
      ...PAGE,
      method: 'get',
      summary: 'Shows a change of address',
      handle: (c) => show(deps, c, c.req.query('t') ?? ''),
    },
    {
      ...PAGE,
      method: 'post',
      summary: 'Approves, rejects or undoes a change of address',
      body: z.unknown(),
      maxBodyBytes: 2_048,
      errors: [...PAGE.errors, 403, 413],
      handle: (c) => decide(deps, c),
    },
  ]
}

async function decide(deps: ChangePageDeps, c: Context): Promise<Response> {
  const form = await readForm(c)
  const token = form.get('t') ?? ''
  const decision = form.get('decision')
  if (TokenField.safeParse(token).success) {
    const { db, nowS } = deps
    const hash = hashToken(token)
    if (decision === 'approve') await decideChange(db, hash, 'approved', nowS())
    if (decision === 'reject') await decideChange(db, hash, 'rejected', nowS())
    if (decision === 'undo' && !(await isUndone(deps, hash))) {
      return await sendPage(c, takenPage(linkLanguage(c)))
    }
  }
  return await show(deps, c, token)
}

/** Undoes a change. Returns false when the earlier address has another wallet. */
async function isUndone({ db, nowS }: ChangePageDeps, hash: Buffer): Promise<boolean> {
  try {
    await undoChange(db, hash, nowS())
    return true
  } catch (error) {
    if (error instanceof EmailInUseError) return false
    throw error
  }
}

async function show({ db, nowS }: ChangePageDeps, c: Context, token: string): Promise<Response> {
  const change = TokenField.safeParse(token).success
    ? await findLinkedChange(db, hashToken(token))
    : null
  return await sendPage(
    c,
    change === null ? null : changePage(change, { token, language: linkLanguage(c), nowS: nowS() }),
  )
}
