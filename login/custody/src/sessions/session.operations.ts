import type { KeyObject } from 'node:crypto'
import {
  CustodySession,
  SessionCloseRequest,
  SessionCloseResponse,
  SessionGetRequest,
  SessionOpenRequest,
  SessionOpenResponse,
  SessionReceiptRequest,
  SessionReceiptResponse,
} from '@bullring/login-api/custody-api/session'
import { SESSION_RECEIPT_TYPE } from '@bullring/login-api/vault-api/session-receipt'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { hashToken } from '@bullring/login-server/secret-token'
import { deviceLabel } from '@bullring/server/http/device-label'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { API_ERRORS } from '../http/documented-errors.ts'
import { requireSession } from '../http/require-session.ts'
import { signReceipt } from '../logins/sign-receipt.ts'
import { type OpenSessionDeps, openSession } from './open-session.ts'

export type SessionOperationsDeps = OpenSessionDeps & { receiptKey: KeyObject }

/** POST /core/session/open, /get, /receipt and /close. */
export function sessionOperations(deps: SessionOperationsDeps): readonly Operation[] {
  return [openOperation(deps), getOperation(deps), receiptOperation(deps), closeOperation(deps)]
}

function openOperation(deps: OpenSessionDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/session/open',
    summary: 'Opens a session for a login that the vault asserts',
    body: SessionOpenRequest,
    response: SessionOpenResponse,
    errors: [...API_ERRORS, 409, 502],
    handler: async ({ body }, c) => {
      const device = deviceOf(c)
      const label = labelOf(c)
      const token = await openSession(deps, body, { id: device.id, label })
      return { token, session: await requireSession(deps, { ...device, token }) }
    },
  })
}

function getOperation(deps: OpenSessionDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/session/get',
    summary: 'The session of this device',
    body: SessionGetRequest,
    response: CustodySession,
    errors: API_ERRORS,
    security: ['session'],
    handler: async (_, c) => {
      const device = deviceOf(c)
      const session = await requireSession(deps, device)
      await deps.db
        .updateTable('user_devices')
        .set({ last_seen_at: deps.nowS(), label: labelOf(c) })
        .where('user_id', '=', session.user.id)
        .where('device_id', '=', device.id)
        .execute()
      return session
    },
  })
}

function receiptOperation(deps: SessionOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/session/receipt',
    summary: 'The core’s receipt of the session, for the vault',
    body: SessionReceiptRequest,
    response: SessionReceiptResponse,
    errors: API_ERRORS,
    security: ['session'],
    handler: async (_, c) => {
      const device = deviceOf(c)
      const { wallet } = await requireSession(deps, device)
      if (wallet === null) return { receipt: null }
      const claims = { device: device.id, walletId: wallet.id }
      const { receiptKey, nowS } = deps
      return { receipt: await signReceipt(receiptKey, SESSION_RECEIPT_TYPE, claims, nowS()) }
    },
  })
}

function closeOperation({ db }: OpenSessionDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/session/close',
    summary: 'Signs out',
    body: SessionCloseRequest,
    response: SessionCloseResponse,
    errors: API_ERRORS,
    security: ['session'],
    handler: async (_, c) => {
      const { id, token } = deviceOf(c)
      if (token !== null) {
        await db
          .deleteFrom('sessions')
          .where('token_hash', '=', hashToken(token))
          .where('device_id', '=', id)
          .execute()
      }
      return { closed: true } as const
    },
  })
}

function labelOf(c: Context): string {
  return deviceLabel(c.req.header('user-agent') ?? '')
}
