import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createEnvelope } from './envelope.ts'
import { UnknownKekError, UnreadableRecordError } from './errors.ts'
import { KekList, localKeys } from './key-provider.ts'

const SECRET = Buffer.from('a share of a key')
const OLD = { id: 'old', key: randomBytes(32) }
const NEW = { id: 'new', key: randomBytes(32) }

test('a record opens in its own row only', async () => {
  const envelope = createEnvelope(localKeys([OLD]))
  const record = await envelope.encrypt(SECRET, 'auth_shares|wallet 1|device 1')
  expect(await envelope.decrypt(record, 'auth_shares|wallet 1|device 1')).toEqual(SECRET)
  await expect(envelope.decrypt(record, 'auth_shares|wallet 2|device 1')).rejects.toThrow(
    UnreadableRecordError,
  )
})

test('error: swapped keys, swapped ciphertexts and altered bytes do not open', async () => {
  const envelope = createEnvelope(localKeys([OLD]))
  const [first, second] = await Promise.all([
    envelope.encrypt(SECRET, 'row'),
    envelope.encrypt(SECRET, 'row'),
  ])
  const altered = Buffer.from(first.ciphertext)
  altered[14] = (altered[14] ?? 0) ^ 1
  for (const record of [
    { ...first, ciphertext: second.ciphertext },
    { ...first, wrappedKey: second.wrappedKey },
    { ...first, ciphertext: altered },
    { ...first, ciphertext: first.ciphertext.subarray(0, 20) },
  ]) {
    await expect(envelope.decrypt(record, 'row')).rejects.toThrow(UnreadableRecordError)
  }
})

test('error: another key-encryption key does not open a record, whatever its id', async () => {
  const record = await createEnvelope(localKeys([OLD])).encrypt(SECRET, 'row')
  const other = createEnvelope(localKeys([{ ...NEW, id: OLD.id }]))
  await expect(other.decrypt(record, 'row')).rejects.toThrow(UnreadableRecordError)
  const unknown = createEnvelope(localKeys([NEW]))
  await expect(unknown.decrypt(record, 'row')).rejects.toThrow(UnknownKekError)
})

test('a rewrapped record no longer needs the old key', async () => {
  const record = await createEnvelope(localKeys([OLD])).encrypt(SECRET, 'row')
  const rewrapped = await createEnvelope(localKeys([NEW, OLD])).rewrap(record, 'row')
  expect(rewrapped.kekId).toBe('new')
  const rotated = createEnvelope(localKeys([NEW]))
  expect(await rotated.decrypt({ ...record, ...rewrapped }, 'row')).toEqual(SECRET)
})

test('KekList reads ids and keys, the current one first', () => {
  const text = `new=${NEW.key.toString('base64')}, old=${OLD.key.toString('base64')}`
  expect(KekList.parse(text)).toEqual([NEW, OLD])
})

test('error: KekList refuses one id for two keys', () => {
  const texts = [NEW, OLD].map(({ key }) => `2026=${key.toString('base64')}`)
  expect(KekList.safeParse(texts.join(',')).success).toBe(false)
})

test.each(['', 'x', 'a=AAAA', `a=${'A'.repeat(44)}`, `a=${NEW.key.toString('base64')},`])(
  'error: KekList refuses %j',
  (text) => {
    expect(KekList.safeParse(text).success).toBe(false)
  },
)
