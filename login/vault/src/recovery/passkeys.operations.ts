import {
  ListPasskeysRequest,
  ListPasskeysResponse,
  type PasskeyShare,
  PasskeyStoredResponse,
  ProveOwnerRequest,
  ProveOwnerResponse,
  PutPasskeyRequest,
  RemovePasskeyRequest,
  RequirePasskeyRequest,
} from '@bullring/login-api/vault-api/passkeys'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { placeOf } from '@bullring/login-server/mail/place'
import { requestLanguage } from '@bullring/server/http/request-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { StoredPasskey } from '../db/passkeys.queries.ts'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import {
  listPasskeys,
  type PasskeysDeps,
  proveOwner,
  putPasskey,
  removePasskey,
  requirePasskey,
} from './passkeys.ts'

const STORED = { stored: true } as const

export type PasskeyOperationsDeps = PasskeysDeps & { ipOf: (c: Context) => string }

/** POST /passkeys/list, /passkeys/prove, /passkeys/put, /passkeys/require and /passkeys/remove. */
export function passkeyOperations(deps: PasskeyOperationsDeps): readonly Operation[] {
  return [
    listOperation(deps),
    proveOperation(deps),
    putOperation(deps),
    requireOperation(deps),
    removeOperation(deps),
  ]
}

function listOperation(deps: PasskeyOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/passkeys/list',
    summary: 'The passkeys that protect the recovery of a wallet',
    body: ListPasskeysRequest,
    response: ListPasskeysResponse,
    errors: [...PAGE_ERRORS, 404],
    handler: async ({ body: { walletId, receipt = null } }, c) => {
      const listed = await listPasskeys(deps, { deviceId: deviceOf(c).id, walletId, receipt })
      const passkeys = listed.passkeys.map((passkey) => ({
        ...toPasskeyShare(passkey),
        label: passkey.label,
        createdAt: passkey.createdAt,
      }))
      return { isRequired: listed.isRequired, passkeys }
    },
  })
}

function proveOperation(deps: PasskeyOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/passkeys/prove',
    summary: 'Exchanges the proof of the recovery share for an assertion to remove a device with',
    body: ProveOwnerRequest,
    response: ProveOwnerResponse,
    errors: [...PAGE_ERRORS, 404],
    handler: async ({ body: { walletId, proof, receipt = null } }, c) => ({
      assertion: await proveOwner(deps, {
        deviceId: deviceOf(c).id,
        walletId,
        receipt,
        proof: proof === null ? null : toBytes(proof),
      }),
    }),
  })
}

function putOperation(deps: PasskeyOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/passkeys/put',
    summary: 'Stores the recovery share as one more passkey opens it',
    body: PutPasskeyRequest,
    response: PasskeyStoredResponse,
    errors: [...PAGE_ERRORS, 404, 409],
    handler: async ({ body: { walletId, proof, label, passkey } }, c) => {
      const { credentialId, salt, encryptedShare } = passkey
      await putPasskey(deps, {
        ...callerOf(deps, c),
        walletId,
        proof: toBytes(proof),
        passkey: {
          credentialId,
          label,
          salt: toBytes(salt),
          encryptedShare: toBytes(encryptedShare),
        },
      })
      return STORED
    },
  })
}

function callerOf({ ipOf }: PasskeyOperationsDeps, c: Context) {
  const { id: deviceId, origin: app } = deviceOf(c)
  return { deviceId, language: requestLanguage(c), place: placeOf(c, { ip: ipOf(c), app }) }
}

function requireOperation(deps: PasskeyOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/passkeys/require',
    summary: 'Deletes the plain recovery share: a new device then needs a passkey',
    body: RequirePasskeyRequest,
    response: PasskeyStoredResponse,
    errors: [...PAGE_ERRORS, 404],
    handler: async ({ body: { proof, ...wallet } }, c) => {
      await requirePasskey(deps, { ...callerOf(deps, c), ...wallet, proof: toBytes(proof) })
      return STORED
    },
  })
}

function removeOperation(deps: PasskeyOperationsDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/passkeys/remove',
    summary: 'Removes a passkey; the last one is exchanged for the plain recovery share',
    body: RemovePasskeyRequest,
    response: PasskeyStoredResponse,
    errors: [...PAGE_ERRORS, 404],
    handler: async ({ body: { proof, share, ...passkey } }, c) => {
      await removePasskey(deps, {
        ...callerOf(deps, c),
        ...passkey,
        proof: proof === null ? null : toBytes(proof),
        share: share === null ? null : toBytes(share),
      })
      return STORED
    },
  })
}

/** Returns a passkey as responses hold it. */
export function toPasskeyShare({
  credentialId,
  salt,
  encryptedShare,
}: StoredPasskey): PasskeyShare {
  return {
    credentialId,
    salt: salt.toString('base64url'),
    encryptedShare: encryptedShare.toString('base64url'),
  }
}

function toBytes(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}
