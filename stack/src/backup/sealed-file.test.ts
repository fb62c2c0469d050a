import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { generateX25519Identity } from 'age-encryption'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checksumOf, isOfOtherKey, readSealed, recipientOf, writeSealed } from './sealed-file.ts'

const signal = new AbortController().signal
const CONTENT = randomBytes(300_000)

let folder = ''
let file = ''
let key = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-sealed-'))
  file = join(folder, 'file')
  key = await generateX25519Identity()
})

afterEach(() => rm(folder, { recursive: true }))

const write = async (content: Buffer) =>
  writeSealed(Readable.from([content]), file, { recipient: await recipientOf(key), signal })

const discard = async (content: Readable) => {
  for await (const _ of content);
}

describe('writeSealed', () => {
  test('writes a file of age that the key opens, and its checksum', async () => {
    const { bytes, sha256 } = await write(CONTENT)
    expect((await stat(file)).size).toBe(bytes)
    expect(await checksumOf(file, signal)).toBe(sha256)
    expect((await readFile(file)).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    const found: Buffer[] = []
    const checksum = await readSealed(file, { key, signal }, async (content) => {
      found.push(...(await content.toArray()))
    })
    expect(checksum).toBe(sha256)
    expect(Buffer.concat(found).equals(CONTENT)).toBe(true)
  })

  test('error: replaces no file', async () => {
    await writeFile(file, 'mine')
    await expect(write(CONTENT)).rejects.toThrow('EEXIST')
    expect(await readFile(file, 'utf8')).toBe('mine')
  })
})

describe('readSealed', () => {
  test('error: another key', async () => {
    await write(CONTENT)
    key = await generateX25519Identity()
    await expect(readSealed(file, { key, signal }, discard)).rejects.toThrow()
  })

  test.each([0, 300, 200_000, -1])('error: a changed byte at %i', async (place) => {
    await write(CONTENT)
    const bytes = await readFile(file)
    const at = place < 0 ? bytes.length + place : place
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(file, bytes)
    await expect(readSealed(file, { key, signal }, discard)).rejects.toThrow()
  })

  test('error: a file without its end', async () => {
    await write(CONTENT)
    await writeFile(file, (await readFile(file)).subarray(0, 200_000))
    await expect(readSealed(file, { key, signal }, discard)).rejects.toThrow()
  })

  test('error: a reader that fails', async () => {
    await write(CONTENT)
    const failing = () => Promise.reject(new Error('no room'))
    await expect(readSealed(file, { key, signal }, failing)).rejects.toThrow('no room')
  })
})

test('isOfOtherKey: not for a file of the key, a damaged or a missing one', async () => {
  await write(CONTENT)
  expect(await isOfOtherKey(file, key)).toBe(false)
  expect(await isOfOtherKey(file, await generateX25519Identity())).toBe(true)
  await writeFile(file, 'damaged')
  expect(await isOfOtherKey(file, key)).toBe(false)
  expect(await isOfOtherKey(join(folder, 'none'), key)).toBe(false)
})
