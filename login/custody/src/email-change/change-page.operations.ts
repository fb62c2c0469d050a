import { placeOf } from '@bullring/login-server/mail/place'
import { utcTime } from '@bullring/login-server/mail/utc-time'
import { linkPageOperations } from '@bullring/login-server/pages/link-page.operations'
import type { Operation } from '@bullring/server/operations/operation'
import type { PageLayout } from '@bullring/server/page'
import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import type { NotifyOwner } from '../logins/notify-owner.ts'
import type { UndoneEmail } from './change-mails.ts'
import { CHANGE_PATH, changePage, takenPage } from './change-page.ts'
import { decideChange, findLinkedChange } from './email-changes.queries.ts'
import { EmailInUseError } from './errors.ts'
import { undoChange } from './undo-change.ts'

export type ChangePageDeps = {
  db: Kysely<CustodyTables>
  nowS: Clock
  layout: PageLayout
  ipOf: (c: Context) => string
  notifyOwner: NotifyOwner<UndoneEmail>
}

/** GET and POST /email-change: the page behind the links that are mailed about a change of address. */
export function changePageOperations(deps: ChangePageDeps): readonly Operation[] {
  const { db, nowS } = deps
  return linkPageOperations({
    layout: deps.layout,
    path: CHANGE_PATH,
    summaries: {
      show: 'Shows a change of address',
      decide: 'Approves, rejects or undoes a change of address',
    },
    show: async ({ token, hash, language }) => {
      const change = await findLinkedChange(db, hash)
      return change && changePage(change, { token, language, nowS: nowS() })
    },
    decide: async ({ hash, language }, { decision }, c) => {
      if (decision === 'approve') await decideChange(db, hash, 'approved', nowS())
      if (decision === 'reject') await decideChange(db, hash, 'rejected', nowS())
      if (decision === 'undo' && !(await undo(deps, hash, c))) return takenPage(language)
      return undefined
    },
  })
}

/** Undoes a change. Returns false when the earlier address has another wallet. */
async function undo(
  { db, nowS, ipOf, notifyOwner }: ChangePageDeps,
  hash: Buffer,
  c: Context,
): Promise<boolean> {
  try {
    const undone = await undoChange(db, hash, nowS())
    if (undone === null) return true
    const { userId, oldEmail, newEmail, language } = undone.change
    const place = placeOf(c, { ip: ipOf(c), app: null })
    const time = utcTime(nowS(), language)
    const owner = { userId, before: undone.receivers }
    notifyOwner(owner, { oldEmail, newEmail, language, time, place })
    return true
  } catch (error) {
    if (error instanceof EmailInUseError) return false
    throw error
  }
}
