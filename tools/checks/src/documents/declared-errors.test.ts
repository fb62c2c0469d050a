import { describe, expect, test } from 'vitest'
import { declaredErrors } from './declared-errors.ts'

const SOURCE = `import { defineHttpError } from './http-error.ts'

/**
 * The nonce was used before,
 * or is too old.
 *
 * For readers of the code.
 *
 * @remedy Request
 * a new one.
 */
export const UnknownNonceError = defineHttpError({
  name: 'UnknownNonceError',
  code: 'siwx.unknown-nonce',
  status: 401,
})

/** Too many calls. */
const LimitError = defineLimitError({ name: 'LimitError', code: 'siwx.limit' })

/** The calls revert. */
export const RevertingError = defineRpcError(
  { name: 'RevertingError', code: 'siwx.reverting', rpcCode: -32_521 },
)

/**
 * Declares an error.
 *
 * @example
 *   code: 'siwx.example',
 */
export function defineError() {}

/** Responds with a problem. */
function respond() {
  return { code: 'siwx.not-ready', status: 503 }
}

/** The file is missing. */
export class NoFileError extends BaseError {
  readonly code = 'siwx.no-file'
}
`

describe('declaredErrors', () => {
  test('reads code, status, cause and remedy of documented classes', () => {
    const product = 'wallet'
    expect(declaredErrors({ file: 'wallet/service/src/errors.ts', text: SOURCE })).toEqual([
      {
        code: 'siwx.unknown-nonce',
        product,
        status: '401',
        cause: 'The nonce was used before, or is too old.',
        remedy: 'Request a new one.',
      },
      { code: 'siwx.limit', product, status: '429', cause: 'Too many calls.', remedy: '' },
      { code: 'siwx.reverting', product, status: '-32521', cause: 'The calls revert.', remedy: '' },
      { code: 'siwx.no-file', product, status: '', cause: 'The file is missing.', remedy: '' },
    ])
  })
})
