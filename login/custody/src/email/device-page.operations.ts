import { linkPageOperations } from '@bullring/login-server/pages/link-page.operations'
import type { Operation } from '@bullring/server/operations/operation'
import type { PageLayout } from '@bullring/server/page'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { DEVICE_PATH, devicePage } from './device-page.ts'
import {
  decideDeviceRequest,
  findCodedRequest,
  findDeviceRequest,
} from './device-requests.queries.ts'

export type DevicePageDeps = { db: Kysely<CustodyTables>; nowS: Clock; layout: PageLayout }

/**
 * GET and POST /device: the page behind a device link. Its reader has access to the mailbox, so it also takes the code that another
 * device shows when no link was mailed for it.
 */
export function devicePageOperations({ db, nowS, layout }: DevicePageDeps): readonly Operation[] {
  return linkPageOperations({
    layout,
    path: DEVICE_PATH,
    summaries: {
      show: 'Shows a login that waits for approval',
      decide: 'Approves or rejects a login',
    },
    show: async ({ token, hash, language }) => {
      const request = await findDeviceRequest(db, hash, nowS())
      return request && devicePage(request, { token, language })
    },
    decide: async ({ token, hash, language }, { decision, code }) => {
      const mailed = await findDeviceRequest(db, hash, nowS())
      if (mailed === null) return
      const request = code === '' ? hash : await findCodedRequest(db, mailed.email, code, nowS())
      if (request === null) return devicePage(mailed, { token, language, unknownCode: code })
      const decided = decisionOf(decision)
      if (decided !== null) {
        await db.transaction().execute((trx) => decideDeviceRequest(trx, request, decided, nowS()))
      }
      const shown = await findDeviceRequest(db, request, nowS())
      return shown === null
        ? undefined
        : devicePage(shown, { token, language, ...(code !== '' && { code }) })
    },
  })
}

function decisionOf(button: string): 'approved' | 'rejected' | null {
  if (button === 'approve') return 'approved'
  return button === 'reject' ? 'rejected' : null
}
