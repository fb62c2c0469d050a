import type { Operation } from '@bullring/server/operations/operation'
import { linkPageOperations } from '@bullring/server/pages/link-page.operations'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { DEVICE_PATH, devicePage } from './device-page.ts'
import { decideDeviceRequest, findDeviceRequest } from './device-requests.queries.ts'

export type DevicePageDeps = { db: Kysely<CustodyTables>; nowS: Clock }

/** GET and POST /device: the page behind a device link. */
export function devicePageOperations({ db, nowS }: DevicePageDeps): readonly Operation[] {
  return linkPageOperations({
    path: DEVICE_PATH,
    summaries: {
      show: 'Shows a login that waits for approval',
      decide: 'Approves or rejects a login',
    },
    show: async ({ token, hash, language }) => {
      const request = await findDeviceRequest(db, hash, nowS())
      return request && devicePage(request, token, language)
    },
    decide: async ({ hash }, decision) => {
      const decided = decisionOf(decision)
      if (decided === null) return
      await db.transaction().execute((trx) => decideDeviceRequest(trx, hash, decided, nowS()))
    },
  })
}

function decisionOf(button: string): 'approved' | 'rejected' | null {
  if (button === 'approve') return 'approved'
  return button === 'reject' ? 'rejected' : null
}
