import { placeOf } from '@bullring/login-server/mail/place'
import { linkPageOperations } from '@bullring/login-server/pages/link-page.operations'
import type { Operation } from '@bullring/server/operations/operation'
import type { PageLayout } from '@bullring/server/page'
import type { Context } from 'hono'
import { findLinkedChange } from '../db/passkey-changes.queries.ts'
import { UNDO_PATH } from './send-passkey-mails.ts'
import { undoPage } from './undo-page.ts'
import { type UndoPasskeysDeps, undoPasskeys } from './undo-passkeys.ts'

export type UndoPageDeps = UndoPasskeysDeps & { layout: PageLayout; ipOf: (c: Context) => string }

/** GET and POST /passkeys/undo: the page behind the link that undoes a change of passkeys. */
export function undoPageOperations(deps: UndoPageDeps): readonly Operation[] {
  return linkPageOperations({
    layout: deps.layout,
    path: UNDO_PATH,
    summaries: {
      show: 'Shows a change of passkeys',
      decide: 'Undoes a change of passkeys',
    },
    show: async ({ token, hash, language }) => {
      const change = await findLinkedChange(deps.db, hash)
      return change && undoPage(change, token, language)
    },
    decide: async ({ hash }, { decision }, c) => {
      const place = placeOf(c, { ip: deps.ipOf(c), app: null })
      if (decision === 'undo') await undoPasskeys(deps, hash, place)
      return undefined
    },
  })
}
