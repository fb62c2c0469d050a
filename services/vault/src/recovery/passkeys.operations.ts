import { deviceOf } from '@bullring/server/device/with-device'
import { requestLanguage } from '@bullring/server/mail/mail-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  ListPasskeysRequest,
  ListPasskeysResponse,
  type PasskeyShare,
  PasskeyStoredResponse,
  PutPasskeyRequest,
  RemovePasskeyRequest,
  RequirePasskeyRequest,
} from '@bullring/wire/embedded/vault-api/passkeys'
import type { Context } from 'hono'
import type { StoredPasskey } from '../db/passkeys.queries.ts'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import {
  listPasskeys,
  type PasskeysDeps,
  putPasskey,
  removePasskey,
  requirePasskey,
} from './passkeys.ts'

const STORED = { stored: true } as const

/** POST /passkeys/list, /passkeys/put, /passkeys/require and /passkeys/remove. */
export function passkeyOperations(deps: PasskeysDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/passkeys/list',
      summary: 'The passkeys that protect the recovery of a wallet',
      body: ListPasskeysRequest,
      response: ListPasskeysResponse,
      errors: [...PAGE_ERRORS, 404],
      handler: async ({ body: { walletId } }, c) => {
        const listed = await listPasskeys(deps, { deviceId: deviceOf(c).id, walletId })
        const passkeys = listed.passkeys.map((passkey) => ({
          ...toPasskeyShare(passkey),
          label: passkey.label,
          createdAt: passkey.createdAt,
        }))
        return { isRequired: listed.isRequired, passkeys }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/passkeys/put',
      summary: 'Stores the recovery share as one more passkey opens it',
      body: PutPasskeyRequest,
      response: PasskeyStoredResponse,
      errors: [...PAGE_ERRORS, 404, 409],
      handler: async ({ body: { walletId, proof, label, passkey } }, c) => {
        const { credentialId, salt, encryptedShare } = passkey
        await putPasskey(deps, {
          ...callerOf(c),
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
    }),
    requireOperation(deps),
    removeOperation(deps),
  ]
}

function callerOf(c: Context) {
  return { deviceId: deviceOf(c).id, language: requestLanguage(c) }
}

function requireOperation(deps: PasskeysDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/passkeys/require',
    summary: 'Deletes the plain recovery share: a new device then needs a passkey',
    body: RequirePasskeyRequest,
    response: PasskeyStoredResponse,
    errors: [...PAGE_ERRORS, 404],
    handler: async ({ body: { proof, ...wallet } }, c) => {
      await requirePasskey(deps, { ...callerOf(c), ...wallet, proof: toBytes(proof) })
      return STORED
    },
  })
}

function removeOperation(deps: PasskeysDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/passkeys/remove',
    summary: 'Removes a passkey; the last one is exchanged for the plain recovery share',
    body: RemovePasskeyRequest,
    response: PasskeyStoredResponse,
    errors: [...PAGE_ERRORS, 404],
    handler: async ({ body: { proof, share, ...passkey } }, c) => {
      await removePasskey(deps, {
        ...callerOf(c),
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
