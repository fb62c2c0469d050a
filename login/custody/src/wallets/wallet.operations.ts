import { fromBase64Url } from '@bullring/login-api/base64url'
import {
  AccountTypeRequest,
  AuthShareRequest,
  DeviceShareRequest,
  RecoveryAuthRequest,
  ShareResponse,
  StoredResponse,
  WalletCreateRequest,
} from '@bullring/login-api/custody-api/wallet'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { placeOf } from '@bullring/login-server/mail/place'
import { requestLanguage } from '@bullring/server/http/request-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { API_ERRORS } from '../http/documented-errors.ts'
import { lockSession, requireSession } from '../http/require-session.ts'
import type { NotifyOwner } from '../logins/notify-owner.ts'
import { createWallet } from './create-wallet.ts'
import { NoWalletError } from './errors.ts'
import type { RecoveringDevice } from './recovery-mail.ts'
import { type ReleaseDeps, releaseAuthShare, releaseRecoveryShare } from './release-share.ts'
import { authShareContext } from './share-context.ts'
import { putAuthShare } from './shares.queries.ts'
import { requireRecovery } from './take-release.ts'

export type WalletOperationsDeps = ReleaseDeps & {
  ipOf: (c: Context) => string
  /** Reports a recovery to the owner. */
  notifyOwner: NotifyOwner<NewRecovery>
}

/** A recovery, and the device that may be removed again. */
export type NewRecovery = RecoveringDevice & { deviceId: string }

/** POST /core/wallet/create, /auth-share, /device-share, /recovery-auth and /account-type. */
export function walletOperations(deps: WalletOperationsDeps): readonly Operation[] {
  return [
    createOperation(deps),
    authShareOperation(deps),
    deviceShareOperation(deps),
    recoveryOperation(deps),
    accountTypeOperation(deps),
  ]
}

function createOperation(deps: WalletOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/wallet/create',
    summary: 'Stores a new wallet with the core’s shares',
    body: WalletCreateRequest,
    response: StoredResponse,
    errors: [...API_ERRORS, 409],
    security: ['session'],
    handler: async ({ body }, c) => {
      const device = deviceOf(c)
      await createWallet(deps, { device, session: await requireSession(deps, device) }, body)
      return { stored: true } as const
    },
  })
}

function authShareOperation(deps: WalletOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/wallet/auth-share',
    summary: 'The auth share of this device, for one signature',
    body: AuthShareRequest,
    response: ShareResponse,
    errors: [...API_ERRORS, 404],
    security: ['session'],
    handler: ({ body }, c) => releaseAuthShare(deps, deviceOf(c), body),
  })
}

function deviceShareOperation(deps: WalletOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/wallet/device-share',
    summary: 'Stores the auth share of this device',
    body: DeviceShareRequest,
    response: StoredResponse,
    errors: [...API_ERRORS, 404],
    security: ['session'],
    handler: async ({ body: { walletId, share } }, c) => {
      const device = deviceOf(c)
      const { db, envelope, nowS } = deps
      const context = authShareContext(walletId, device.id)
      const record = await envelope.encrypt(fromBase64Url(share), context)
      await db.transaction().execute(async (trx) => {
        // A device that is revoked at the same time must not get a share.
        const session = await lockSession(trx, nowS, device)
        if (session.wallet?.id !== walletId) throw new NoWalletError()
        await requireRecovery(trx, { walletId, deviceId: device.id }, nowS())
        await putAuthShare(trx, { walletId, deviceId: device.id, record }, nowS())
      })
      return { stored: true } as const
    },
  })
}

function recoveryOperation(deps: WalletOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/wallet/recovery-auth',
    summary: 'The core’s recovery share, after a login within the last five minutes',
    body: RecoveryAuthRequest,
    response: ShareResponse,
    errors: [...API_ERRORS, 404],
    security: ['session'],
    handler: async (_, c) => {
      const device = deviceOf(c)
      const { released, session } = await releaseRecoveryShare(deps, device)
      const place = placeOf(c, { ip: deps.ipOf(c), app: device.origin })
      const isNew = !session.hasAuthShare
      const recovery = { place, isNew, language: requestLanguage(c), deviceId: device.id }
      deps.notifyOwner({ userId: session.user.id }, recovery)
      return released
    },
  })
}

function accountTypeOperation({ db, nowS }: WalletOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/wallet/account-type',
    summary: 'Chooses the account that the wallet uses, on all devices',
    body: AccountTypeRequest,
    response: StoredResponse,
    errors: [...API_ERRORS, 404],
    security: ['session'],
    handler: async ({ body: { prefersSmart } }, c) => {
      const { wallet } = await requireSession({ db, nowS }, deviceOf(c))
      if (wallet === null) throw new NoWalletError()
      await db
        .updateTable('wallets')
        .set({ prefers_smart: prefersSmart })
        .where('id', '=', wallet.id)
        .execute()
      return { stored: true } as const
    },
  })
}
