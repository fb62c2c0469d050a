import { readForm } from '@bullring/server/http/read-form'
import { linkLanguage } from '@bullring/server/mail/mail-language'
import type { Operation } from '@bullring/server/operations/operation'
import { sendPage } from '@bullring/server/pages/mail-page'
import { hashToken } from '@bullring/server/secret-token'
import { TokenField } from '@bullring/wire/embedded/custody-api/fields'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { findLinkedChange } from '../db/passkey-changes.queries.ts'
import { UNDO_PATH } from './send-passkey-mails.ts'
import { undoPage } from './undo-page.ts'
import { type UndoPasskeysDeps, undoPasskeys } from './undo-passkeys.ts'

const PAGE = {
  path: UNDO_PATH,
  response: z.string(),
  contentType: 'text/html',
  errors: [404, 429, 500],
} as const

/** GET and POST /passkeys/undo: the page behind a mailed link. Opening it decides nothing: mail scanners open links too. */
export function undoPageOperations(deps: UndoPasskeysDeps): readonly Operation[] {
  return [
    {
      ...PAGE,
      method: 'get',
      summary: 'Shows a change of passkeys',
      handle: (c) => show(deps, c, c.req.query('t') ?? ''),
    },
    {
      ...PAGE,
      method: 'post',
      summary: 'Undoes a change of passkeys',
      body: z.unknown(),
      maxBodyBytes: 2_048,
      errors: [...PAGE.errors, 403, 413],
      handle: async (c) => {
        const form = await readForm(c)
        const token = form.get('t') ?? ''
        const decision = form.get('decision')
        const isUndo = decision === 'undo' && TokenField.safeParse(token).success
        if (isUndo) await undoPasskeys(deps, hashToken(token))
        return await show(deps, c, token)
      },
    },
  ]
}

async function show({ db }: UndoPasskeysDeps, c: Context, token: string): Promise<Response> {
  const change = TokenField.safeParse(token).success
    ? await findLinkedChange(db, hashToken(token))
    : null
  return await sendPage(c, change === null ? null : undoPage(change, token, linkLanguage(c)))
}
