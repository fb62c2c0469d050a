import { defineHttpError, HttpError } from '@bullring/server/http/http-error'
import type { Reason } from './check-label.ts'

/**
 * No zone to register names in.
 *
 * @remedy Set `WALLET_NAME_ZONE`.
 */
export const NoNamesError = defineHttpError({
  name: 'NoNamesError',
  code: 'names.not-configured',
  status: 501,
  message: 'There are no names here. The operator can set WALLET_NAME_ZONE.',
})

/**
 * The service signs no answers for the resolver contract.
 *
 * @remedy Set `WALLET_NAME_SIGNER_KEY` and a zone.
 */
export const NoGatewayError = defineHttpError({
  name: 'NoGatewayError',
  code: 'names.no-gateway',
  status: 501,
  message: 'Names do not resolve on a chain here. The operator can set WALLET_NAME_SIGNER_KEY.',
})

/** The gateway serves `resolve` and `reverse` for its zone, with `addr`, `text` and `contenthash`. */
export const UnsupportedCallError = defineHttpError({
  name: 'UnsupportedCallError',
  code: 'names.unsupported-call',
  status: 422,
  message: 'The gateway resolves addresses, texts and names of this zone only.',
})

/** The name is not registered. */
export const NameNotFoundError = defineHttpError({
  name: 'NameNotFoundError',
  code: 'names.not-registered',
  status: 404,
  message: (name: string) => `The name ${JSON.stringify(name)} is not registered.`,
})

/** The name breaks a rule (`reasons`). */
export class InvalidNameError extends HttpError {
  override readonly name = 'InvalidNameError'
  readonly code = 'names.invalid-name'
  readonly status = 422
  override readonly reasons: Reason[]

  constructor(reasons: Reason[]) {
    super(reasons.map(({ description }) => description).join('. '))
    this.reasons = reasons
  }
}

/**
 * The name is taken, reserved or like a taken one, or the account has one (`reasons`).
 *
 * @remedy For `short-name`, bet first.
 */
export class NameUnavailableError extends HttpError {
  override readonly name = 'NameUnavailableError'
  readonly code = 'names.unavailable'
  readonly status = 409
  override readonly reasons: Reason[]

  constructor(reason: Reason) {
    super(reason.description)
    this.reasons = [reason]
  }
}

/**
 * The IP address registered 10 names in a day (`limit-network`), or all callers 20 short names
 * (`limit-all`).
 */
export class NameLimitError extends HttpError {
  override readonly name = 'NameLimitError'
  readonly code = 'names.limit'
  readonly status = 429
  override readonly headers: Readonly<Record<string, string>>
  override readonly reasons: Reason[]

  /** @param waitS - Seconds until there is room again. */
  constructor(waitS: number, scope: 'network' | 'all') {
    const reason = { name: `limit-${scope}`, description: LIMIT_TEXTS[scope] }
    super(reason.description)
    this.headers = { 'retry-after': String(waitS) }
    this.reasons = [reason]
  }
}

const LIMIT_TEXTS = {
  network: 'Too many names were registered from your network today. Try again tomorrow.',
  all: 'No more names this short are given today. Try again tomorrow, or choose a longer one.',
}

/**
 * The signed message lacks a field, is over five minutes old, or for another zone or chain (`reasons`).
 *
 * @remedy Check the device's clock.
 */
export class NameMessageError extends HttpError {
  override readonly name = 'NameMessageError'
  readonly code = 'names.invalid-message'
  readonly status = 422
  override readonly reasons: Reason[]

  constructor(reason: Reason) {
    super(reason.description)
    this.reasons = [reason]
  }
}
