import { defineHttpError } from '@bullring/server/http/http-error'
import { defineLimitError } from '@bullring/server/limits/define-limit-error'

/** No recovery share, or one of another account. */
export const UnknownWalletError = defineHttpError({
  name: 'UnknownWalletError',
  code: 'recovery.unknown-wallet',
  status: 404,
  message: 'There is no recovery share of this wallet for your login.',
})

/** `ecdhKey` is no point of P-256. The release was not counted. */
export const InvalidKeyError = defineHttpError({
  name: 'InvalidKeyError',
  code: 'recovery.invalid-key',
  status: 422,
  message: 'The recovery share cannot be sealed to this key.',
})

/**
 * Another share is stored for this wallet, and never replaced.
 *
 * @remedy Create the wallet with a new id.
 */
export const ShareExistsError = defineHttpError({
  name: 'ShareExistsError',
  code: 'recovery.share-exists',
  status: 409,
  message: 'Another recovery share is stored for this wallet.',
})

/**
 * The email belonged to another wallet, and no receipt shows that it no longer does.
 *
 * @remedy Log in again.
 */
export const OtherWalletError = defineHttpError({
  name: 'OtherWalletError',
  code: 'recovery.other-wallet',
  status: 409,
  message: 'This email belongs to another wallet. Please log in again.',
})

/** Three recoveries of this wallet within a day, or too many new wallets. */
export const RecoveryLimitError = defineLimitError({
  name: 'RecoveryLimitError',
  code: 'recovery.limit',
  text: 'Your wallet was set up too often today.',
})

/** 20 changes of the account's passkeys within a day. */
export const PasskeyLimitError = defineLimitError({
  name: 'PasskeyLimitError',
  code: 'passkeys.limit',
  text: 'Your passkeys were changed too often today.',
})

/**
 * The caller has not proven that it has the recovery share.
 *
 * @remedy Use a passkey of this wallet.
 */
export const PasskeyProofError = defineHttpError({
  name: 'PasskeyProofError',
  code: 'passkeys.proof',
  status: 403,
  message: 'The passkey does not open this wallet.',
})

/** The wallet has no such passkey. */
export const UnknownPasskeyError = defineHttpError({
  name: 'UnknownPasskeyError',
  code: 'passkeys.unknown',
  status: 404,
  message: 'This passkey is not stored for your wallet.',
})

/**
 * The passkey is stored already, or the wallet has ten.
 *
 * @remedy Remove one.
 */
export const PasskeyConflictError = defineHttpError({
  name: 'PasskeyConflictError',
  code: 'passkeys.conflict',
  status: 409,
  message: 'This passkey is stored already, or the wallet has ten of them.',
})
