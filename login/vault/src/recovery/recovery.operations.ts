import { canSealTo, seal } from '@bullring/login-api/sealed-bytes'
import {
  PutRecoveryRequest,
  PutRecoveryResponse,
  ReleaseRecoveryRequest,
  ReleaseRecoveryResponse,
  recoveryContext,
} from '@bullring/login-api/vault-api/recovery'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { placeOf } from '@bullring/login-server/mail/place'
import { requestLanguage } from '@bullring/server/http/request-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { InvalidKeyError } from './errors.ts'
import { toPasskeyShare } from './passkeys.operations.ts'
import { type PutShareDeps, putShare } from './put-share.ts'
import { type RecoveryDeps, releaseShare } from './recovery.ts'

export type RecoveryOperationsDeps = RecoveryDeps &
  PutShareDeps & {
    ipOf: (c: Context) => string
    metrics: { recoveryShare: (action: 'stored' | 'released') => void }
  }

/** POST /recovery/put and /recovery/release. */
export function recoveryOperations(deps: RecoveryOperationsDeps): readonly Operation[] {
  return [putOperation(deps), releaseOperation(deps)]
}

function putOperation(deps: RecoveryOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/recovery/put',
    summary: 'Stores the recovery share of a new wallet',
    body: PutRecoveryRequest,
    response: PutRecoveryResponse,
    errors: [...PAGE_ERRORS, 409],
    handler: async ({ body: { walletId, share, receipt = null } }, c) => {
      await putShare(deps, {
        deviceId: deviceOf(c).id,
        walletId,
        share: Buffer.from(share, 'base64url'),
        receipt,
      })
      deps.metrics.recoveryShare('stored')
      return { stored: true } satisfies PutRecoveryResponse
    },
  })
}

function releaseOperation(deps: RecoveryOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/recovery/release',
    summary: 'Hands out the recovery share of a wallet, sealed to the device',
    body: ReleaseRecoveryRequest,
    response: ReleaseRecoveryResponse,
    errors: [...PAGE_ERRORS, 404],
    handler: async ({ body: { walletId, ecdhKey } }, c) => {
      if (!(await canSealTo(ecdhKey))) throw new InvalidKeyError()
      const { id: deviceId, origin } = deviceOf(c)
      const { share, passkeys } = await releaseShare(deps, {
        deviceId,
        walletId,
        place: placeOf(c, { ip: deps.ipOf(c), app: origin }),
        language: requestLanguage(c),
      })
      const context = recoveryContext(walletId, deviceId)
      const sealed = share && (await seal(new Uint8Array(share), ecdhKey, context))
      deps.metrics.recoveryShare('released')
      return { sealed, passkeys: passkeys.map(toPasskeyShare) }
    },
  })
}
