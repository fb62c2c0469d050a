import { bytesToHex, hexToBytes } from '@noble/hashes/utils'
import { decrypt, encrypt, hashKey as officialHashKey } from '@walletconnect/utils'
import { expect, test } from 'vitest'
import {
  openEnvelope,
  readClearEnvelope,
  sealEnvelope,
  sealEnvelopeFrom,
  writeClearEnvelope,
} from './envelope.ts'
import { hashKey } from './hash.ts'
import { deriveSymKey, generateKeyPair, randomSymKey } from './keys.ts'

const TEXT = '{"id":1,"text":"Größe 🎯"}'

test('exchanges type 0 with the official client', async () => {
  const symKey = randomSymKey()
  const keys = { symKey: () => symKey, sharedKey: () => Promise.resolve(undefined) }
  const official = encrypt({ type: 0, symKey: bytesToHex(symKey), message: TEXT })
  expect(await openEnvelope(official, keys)).toEqual({ text: TEXT })
  const encoded = sealEnvelope(TEXT, symKey)
  expect(decrypt({ symKey: bytesToHex(symKey), encoded })).toBe(TEXT)
  expect(await hashKey(symKey)).toBe(officialHashKey(bytesToHex(symKey)))
})

test('exchanges type 1 with the official client', async () => {
  const [ours, theirs] = [await generateKeyPair(), await generateKeyPair()]
  const symKey = await deriveSymKey(ours.privateKey, theirs.publicKey)
  expect(await deriveSymKey(theirs.privateKey, ours.publicKey)).toEqual(symKey)
  const official = encrypt({
    type: 1,
    symKey: bytesToHex(symKey),
    message: TEXT,
    senderPublicKey: theirs.publicKey,
  })
  const opened = await openEnvelope(official, {
    symKey: () => undefined,
    sharedKey: (sender) => deriveSymKey(ours.privateKey, sender),
  })
  expect(opened).toEqual({ text: TEXT, senderPublicKey: theirs.publicKey })
  const encoded = sealEnvelopeFrom(ours.publicKey, TEXT, symKey)
  expect(decrypt({ symKey: bytesToHex(symKey), encoded })).toBe(TEXT)
})

test('writes type 2 in clear', () => {
  const encoded = writeClearEnvelope(TEXT)
  expect(encoded).toMatch(/^[-_A-Za-z0-9]+$/)
  expect(readClearEnvelope(encoded)).toBe(TEXT)
})

test('error: another key, a changed byte, and nonsense open nothing', async () => {
  const symKey = randomSymKey()
  const keys = { symKey: () => symKey, sharedKey: () => Promise.resolve(undefined) }
  const encoded = sealEnvelope(TEXT, symKey)
  const other = hexToBytes('11'.repeat(32))
  expect(await openEnvelope(encoded, { ...keys, symKey: () => other })).toBeUndefined()
  const changed = `${encoded.slice(0, 40)}${encoded[40] === 'A' ? 'B' : 'A'}${encoded.slice(41)}`
  expect(await openEnvelope(changed, keys)).toBeUndefined()
  for (const text of ['', 'AA==', '!', 'Ag=='])
    expect(await openEnvelope(text, keys)).toBeUndefined()
  expect(readClearEnvelope('AA==')).toBeUndefined()
})
