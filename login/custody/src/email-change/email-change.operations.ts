import type { KeyObject } from 'node:crypto'
import {
  EmailChangeApplyRequest,
  EmailChangeApplyResponse,
  EmailChangeResponse,
  EmailChangeStartRequest,
  EmailChangeWaitRequest,
  EmailReceiptRequest,
  EmailReceiptResponse,
} from '@bullring/login-api/custody-api/email-change'
import type { CustodyWallet } from '@bullring/login-api/custody-api/session'
import { RECEIPT_TYPE } from '@bullring/login-api/vault-api/email-receipt'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { deviceLabel } from '@bullring/server/http/device-label'
import { requestLanguage } from '@bullring/server/http/request-language'
import type { HeldCounts } from '@bullring/server/limits/held-counts'
import { holdPlace } from '@bullring/server/limits/hold-place'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { DeviceChanges } from '../db/device-changes.ts'
import { findLoginEmail } from '../db/identities.queries.ts'
import { isWalletId } from '../db/wallets.queries.ts'
import { API_ERRORS } from '../http/documented-errors.ts'
import { requireSession } from '../http/require-session.ts'
import { WAIT_RETRY_S } from '../limits/waits.ts'
import { signReceipt } from '../logins/sign-receipt.ts'
import { type ApplyChangeDeps, applyChange } from './apply-change.ts'
import { findLastUndo } from './email-changes.queries.ts'
import { type StartChangeDeps, startChange } from './start-change.ts'
import { waitForChange } from './wait-for-change.ts'

export type EmailChangeDeps = StartChangeDeps &
  ApplyChangeDeps & {
    receiptKey: KeyObject
    /** Mails the links that undo changes. Never throws. */
    sendUndoMails: () => Promise<void>
    ipOf: (c: Context) => string
    /** Waiting requests of each IP address. */
    waits: HeldCounts
    deviceChanges: DeviceChanges
    /** Ends waiting requests when the service stops. */
    stopping: AbortSignal
  }

/** POST /core/email-change/start, /wait, /apply and /receipt. */
export function emailChangeOperations(deps: EmailChangeDeps): readonly Operation[] {
  return [startOperation(deps), waitOperation(deps), applyOperation(deps), receiptOperation(deps)]
}

function startOperation(deps: EmailChangeDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email-change/start',
    summary: 'Begins to change the address, and mails a link to the current one',
    body: EmailChangeStartRequest,
    response: EmailChangeResponse,
    errors: [...API_ERRORS, 409, 502],
    security: ['session'],
    handler: async ({ body: { email } }, c) => {
      const label = deviceLabel(c.req.header('user-agent') ?? '')
      const caller = { device: deviceOf(c), ip: deps.ipOf(c), label, language: requestLanguage(c) }
      return await startChange(deps, caller, email)
    },
  })
}

function waitOperation(deps: EmailChangeDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email-change/wait',
    summary: 'Waits for the approval of the mailed link',
    body: EmailChangeWaitRequest,
    response: EmailChangeResponse,
    errors: API_ERRORS,
    security: ['session'],
    handler: async ({ body: { email } }, c) => {
      const signal = AbortSignal.any([c.req.raw.signal, deps.stopping])
      const request = { device: deviceOf(c), newEmail: email }
      const place = { caller: deps.ipOf(c), retryS: WAIT_RETRY_S }
      return await holdPlace(deps.waits, place, () => waitForChange(deps, request, signal))
    },
  })
}

function applyOperation(deps: EmailChangeDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email-change/apply',
    summary: 'Changes the address to the one that the vault asserts and the owner approved',
    body: EmailChangeApplyRequest,
    response: EmailChangeApplyResponse,
    errors: [...API_ERRORS, 409],
    security: ['session'],
    handler: async ({ body: { assertion } }, c) => {
      const email = await applyChange(deps, deviceOf(c), assertion)
      void deps.sendUndoMails()
      return { email }
    },
  })
}

function receiptOperation(deps: EmailChangeDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email-change/receipt',
    summary: 'The core’s receipt for the current address, for the vault',
    body: EmailReceiptRequest,
    response: EmailReceiptResponse,
    errors: API_ERRORS,
    security: ['session'],
    handler: async ({ body: { newWalletId } }, c) => {
      const device = deviceOf(c)
      const { user, wallet } = await requireSession(deps, device)
      const email = await findLoginEmail(deps.db, user.id)
      const walletId =
        newWalletId === undefined ? wallet?.id : await freeWalletId(deps, wallet, newWalletId)
      const undoneAt = await findLastUndo(deps.db, user.id)
      const isUnknown = email === null && (undoneAt === undefined || newWalletId !== undefined)
      if (walletId === undefined || isUnknown) return { receipt: null }
      const claims = { device: device.id, walletId, email, undoneAt }
      return { receipt: await signReceipt(deps.receiptKey, RECEIPT_TYPE, claims, deps.nowS()) }
    },
  })
}

/** Returns the id of a wallet that a user without one is about to create, or undefined when it cannot be created. */
async function freeWalletId(
  { db }: EmailChangeDeps,
  wallet: CustodyWallet | null,
  id: string,
): Promise<string | undefined> {
  return wallet === null && !(await isWalletId(db, id)) ? id : undefined
}
