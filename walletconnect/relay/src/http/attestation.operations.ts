import { createHash } from 'node:crypto'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import * as z from 'zod/mini'

/** Path of the page that official clients embed, hidden, before each request to a wallet. */
export const ATTESTATION_PATH = '/v3/attestation'

/**
 * Posts a token for the embedding page's message, which the client requires to go on before its limit of 5 s. Nothing
 * vouches for the page: the token is unsigned.
 */
const SCRIPT = `
const id = new URLSearchParams(location.search).get('id')
const part = (value) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const attestation = part({ alg: 'none' }) + '.' + part({ id }) + '.'
parent.postMessage(JSON.stringify({ type: 'verify_attestation', attestation }), '*')
`
const PAGE = `<!doctype html><html lang="en"><title>Attestation</title><script>${SCRIPT}</script></html>`
const HASH = createHash('sha256').update(SCRIPT).digest('base64')
const POLICY = `default-src 'none'; script-src 'sha256-${HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors *`

/** GET /v3/attestation: the part of WalletConnect's verify server without which official clients wait. */
export function attestationOperation(): Operation {
  return defineOperation({
    method: 'get',
    path: ATTESTATION_PATH,
    summary:
      'A page for official clients, which tells the embedding page that nothing vouches for it',
    contentType: 'text/html; charset=utf-8',
    response: z.string(),
    errors: [],
    handler: (_, c) => {
      c.header('content-security-policy', POLICY)
      c.header('cache-control', 'public, max-age=86400')
      return PAGE
    },
  })
}
