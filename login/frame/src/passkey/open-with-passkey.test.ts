import { toBase64Url } from '@bullring/login-api/base64url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openWithPasskey } from './open-with-passkey.ts'
import { encryptShare } from './share-cipher.ts'
import { createPasskey } from './use-passkey.ts'

const WALLET = 'b3f0a8a0-6a4c-4a52-9c1f-2d9a52d3a001'
const OTHER_WALLET = 'b3f0a8a0-6a4c-4a52-9c1f-2d9a52d3a002'
const share = new Uint8Array(21).fill(7)

const credentialId = (name: string) => toBase64Url(new TextEncoder().encode(name))

class Credential {
  readonly rawId: ArrayBuffer
  readonly #output: Uint8Array<ArrayBuffer> | null

  constructor(name: string, output: Uint8Array<ArrayBuffer> | null) {
    this.rawId = new TextEncoder().encode(name).buffer
    this.#output = output
  }

  getClientExtensionResults() {
    return this.#output === null ? {} : { prf: { results: { first: this.#output } } }
  }
}

const outputOf = (seed: number) => new Uint8Array(32).fill(seed)

/** Makes the browser answer with a credential. Returns what it was asked for. */
function answerWith(credential: unknown) {
  const requests: PublicKeyCredentialRequestOptions[] = []
  vi.stubGlobal('PublicKeyCredential', Credential)
  const get = ({ publicKey }: CredentialRequestOptions) => {
    if (publicKey) requests.push(publicKey)
    return Promise.resolve(credential)
  }
  vi.stubGlobal('navigator', { credentials: { get } })
  onTestFinished(() => void vi.unstubAllGlobals())
  return requests
}

/** Record of the vault for a passkey. */
async function stored(name: string, seed: number, walletId = WALLET) {
  const id = credentialId(name)
  const encryptedShare = await encryptShare(outputOf(seed), { walletId, credentialId: id }, share)
  return { credentialId: id, salt: toBase64Url(new Uint8Array(32)), encryptedShare }
}

test('opens the share with the passkey that the user chose, after a check of the user', async () => {
  const passkeys = [await stored('first', 1), await stored('second', 2)]
  const requests = answerWith(new Credential('second', outputOf(2)))
  expect(await openWithPasskey(WALLET, passkeys)).toEqual(share)
  await openWithPasskey(WALLET, passkeys)
  const [first, second] = requests
  expect(first).toMatchObject({ userVerification: 'required' })
  // The browser binds a passkey to the wallet's own domain: no other one is named.
  expect(first).not.toHaveProperty('rpId')
  expect(first?.allowCredentials).toHaveLength(2)
  expect(first?.challenge).not.toEqual(second?.challenge)
})

test('error: refuses a passkey that the wallet does not list, and one of another wallet', async () => {
  answerWith(new Credential('foreign', outputOf(1)))
  const passkeys = [await stored('first', 1)]
  await expect(openWithPasskey(WALLET, passkeys)).rejects.toMatchObject({
    reason: 'passkeyUnknown',
  })
  answerWith(new Credential('first', outputOf(1)))
  const wrong = { reason: 'passkeyWrong' }
  const ofOther = [await stored('first', 1, OTHER_WALLET)]
  await expect(openWithPasskey(WALLET, ofOther)).rejects.toMatchObject(wrong)
  // The vault exchanges what two passkeys open.
  const exchanged = { ...(await stored('second', 1)), credentialId: credentialId('first') }
  await expect(openWithPasskey(WALLET, [exchanged])).rejects.toMatchObject(wrong)
})

test('error: refuses altered bytes, another output, none, and what is no passkey', async () => {
  const own = await stored('first', 1)
  const altered = own.encryptedShare.replace(/^./, (digit) => (digit === 'A' ? 'B' : 'A'))
  answerWith(new Credential('first', outputOf(1)))
  const wrong = { reason: 'passkeyWrong' }
  const open = (encryptedShare = own.encryptedShare) =>
    openWithPasskey(WALLET, [{ ...own, encryptedShare }])
  await expect(open(altered)).rejects.toMatchObject(wrong)
  answerWith(new Credential('first', outputOf(9)))
  await expect(open()).rejects.toMatchObject(wrong)
  for (const answer of [new Credential('first', null), null, {}]) {
    answerWith(answer)
    await expect(open()).rejects.toMatchObject({ code: 'frame.passkey' })
  }
  await expect(openWithPasskey(WALLET, [])).rejects.toMatchObject({ reason: 'passkeyUnknown' })
})

/** Makes the browser refuse each request for a passkey, after some time. */
function refuseWith(name: string, afterMs = 0) {
  vi.stubGlobal('PublicKeyCredential', Credential)
  const refuse = () => {
    vi.spyOn(performance, 'now').mockReturnValue(afterMs)
    return Promise.reject(new DOMException('refused', name))
  }
  vi.spyOn(performance, 'now').mockReturnValue(0)
  vi.stubGlobal('navigator', { credentials: { get: refuse, create: refuse } })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })
}

test.each([
  ['NotAllowedError', 0, 'passkeyUnused', 'passkeyNotCreated'],
  ['NotAllowedError', 300_000, 'passkeyTimedOut', 'passkeyTimedOut'],
  ['SecurityError', 0, 'passkeyUnsupported', 'passkeyUnsupported'],
  ['NotSupportedError', 0, 'passkeyUnsuitable', 'passkeyUnsuitable'],
  ['InvalidStateError', 0, 'passkeyExists', 'passkeyExists'],
])('error: %s after %i ms is %s, or %s of a new one', async (name, afterMs, used, created) => {
  const passkeys = [await stored('first', 1)]
  refuseWith(name, afterMs)
  await expect(openWithPasskey(WALLET, passkeys)).rejects.toMatchObject({ reason: used })
  refuseWith(name, afterMs)
  await expect(createPasskey('Ada', [])).rejects.toMatchObject({ reason: created })
})

test('error: a browser without passkeys', async () => {
  const passkeys = [await stored('first', 1)]
  vi.stubGlobal('navigator', {})
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(openWithPasskey(WALLET, passkeys)).rejects.toMatchObject({
    reason: 'passkeyUnsupported',
  })
})
