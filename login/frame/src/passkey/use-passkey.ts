import { fromBase64Url, toBase64Url } from '@bullring/login-api/base64url'
import { PasskeyError } from '#frame-errors.ts'
import type { PasskeyOutput } from './share-cipher.ts'

/** A passkey, and what it is asked to evaluate. */
export type PasskeyRef = { credentialId: string; salt: string }

/** ES256, EdDSA and RS256: one of them, every authenticator has. */
const ALGORITHMS = [-7, -8, -257]
const RANDOM_BYTES = 32

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
  const credential = await asPasskey(() =>
    navigator.credentials.create({
      publicKey: {
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
  const credential = await asPasskey(() =>
    navigator.credentials.get({
      publicKey: {
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

async function asPasskey(request: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  try {
    const credential = await request()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (cause) {
    throw new PasskeyError(reasonOf(cause), { cause })
  }
  throw new PasskeyError('passkeyUnused')
}

function reasonOf(error: unknown): PasskeyError['reason'] {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'InvalidStateError') return 'passkeyExists'
  // In a frame, the page around it may forbid passkeys.
  return window.parent === window ? 'passkeyUnused' : 'passkeyBlocked'
}

function toDescriptor({ credentialId }: { credentialId: string }): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: fromBase64Url(credentialId) }
}

function random(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))
}
