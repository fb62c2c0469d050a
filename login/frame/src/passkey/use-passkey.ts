import { fromBase64Url, toBase64Url } from '@bullring/login-api/base64url'
import { PasskeyError } from '#frame-errors.ts'
import type { PasskeyOutput } from './share-cipher.ts'

/** A passkey, and what it is asked to evaluate. */
export type PasskeyRef = { credentialId: string; salt: string }

/** ES256, EdDSA and RS256: one of them, every authenticator has. */
const ALGORITHMS = [-7, -8, -257]
const RANDOM_BYTES = 32
/** Time for the user to fetch a phone or a key: the least that WebAuthn recommends with a check of the user. */
const TIMEOUT_MS = 300_000

type Use = 'create' | 'get'

/** Whether passkeys can exist here: they belong to a domain name, which an IP address is not. */
export function canHavePasskeys({ hostname }: Pick<Location, 'hostname'>): boolean {
  return 'PublicKeyCredential' in globalThis && !/^[\d.]+$|:/.test(hostname)
}

/** Creates a passkey. `output` is null where it is only evaluated when used. */
export async function createPasskey(
  name: string,
  known: readonly { credentialId: string }[],
): Promise<PasskeyRef & { output: PasskeyOutput | null }> {
  const salt = random()
  const credential = await asPasskey('create', () =>
    navigator.credentials.create({
      publicKey: {
        timeout: TIMEOUT_MS,
        rp: { name: 'Wallet' },
        user: { id: random(), name, displayName: name },
        challenge: random(),
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known.map(toDescriptor),
        // Authenticators have one secret for uses with, another for uses without verification.
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        extensions: { prf: { eval: { first: salt } } },
      },
    }),
  )
  const { prf } = credential.getClientExtensionResults()
  if (prf?.enabled !== true && prf?.results === undefined)
    throw new PasskeyError('passkeyUnsuitable')
  return {
    credentialId: toBase64Url(new Uint8Array(credential.rawId)),
    salt: toBase64Url(salt),
    output: prf.results?.first ?? null,
  }
}

/** Lets the user choose one of their passkeys. Returns which one it was and what it yields. */
export async function evaluatePasskey(
  passkeys: readonly PasskeyRef[],
): Promise<{ credentialId: string; output: PasskeyOutput }> {
  const evalByCredential = Object.fromEntries(
    passkeys.map(({ credentialId, salt }) => [credentialId, { first: fromBase64Url(salt) }]),
  )
  const credential = await asPasskey('get', () =>
    navigator.credentials.get({
      publicKey: {
        timeout: TIMEOUT_MS,
        challenge: random(),
        allowCredentials: passkeys.map(toDescriptor),
        userVerification: 'required',
        extensions: { prf: { evalByCredential } },
      },
    }),
  )
  const output = credential.getClientExtensionResults().prf?.results?.first
  if (output === undefined) throw new PasskeyError('passkeyUnsuitable')
  return { credentialId: toBase64Url(new Uint8Array(credential.rawId)), output }
}

async function asPasskey(
  use: Use,
  request: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  if (!canHavePasskeys(location)) throw new PasskeyError('passkeyUnsupported')
  const startedAt = performance.now()
  try {
    const credential = await request()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (cause) {
    const isLate = performance.now() - startedAt >= TIMEOUT_MS
    throw new PasskeyError(reasonOf(use, cause, isLate), { cause })
  }
  throw new PasskeyError(unusedReason(use))
}

function reasonOf(use: Use, error: unknown, isLate: boolean): PasskeyError['reason'] {
  switch (error instanceof DOMException ? error.name : '') {
    case 'InvalidStateError':
      return 'passkeyExists'
    // No authenticator can do what is needed.
    case 'NotSupportedError':
    case 'ConstraintError':
      return 'passkeyUnsuitable'
    case 'SecurityError':
      return 'passkeyUnsupported'
    default:
      return isLate ? 'passkeyTimedOut' : unusedReason(use)
  }
}

/** WebAuthn has one error for what the user closed, what the device lacks and what the page around a frame forbids. */
function unusedReason(use: Use): PasskeyError['reason'] {
  if (window.parent !== window) return 'passkeyBlocked'
  return use === 'create' ? 'passkeyNotCreated' : 'passkeyUnused'
}

function toDescriptor({ credentialId }: { credentialId: string }): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: fromBase64Url(credentialId) }
}

function random(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
}
