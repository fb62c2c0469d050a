import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption'
import type { SealedFile } from './backup-folder.ts'

/** More than the header for one recipient takes. */
const HEADER_BYTES = 1_024
/** Message of an error of age-encryption, which has no code. */
const NO_MATCH = "no identity matched any of the file's recipients"

type Chunks = AsyncIterable<Uint8Array>

/** Returns the public half of a key. */
export function recipientOf(key: string): Promise<string> {
  return identityToRecipient(key)
}

/** Compresses and encrypts `source` to a new file, which is on the disk afterwards. */
export async function writeSealed(
  source: Readable | Chunks,
  file: string,
  { recipient, signal }: { recipient: string; signal: AbortSignal },
): Promise<SealedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const counted = async function* (chunks: Chunks) {
    for await (const chunk of hashed(chunks, hash)) {
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(
    source,
    createZstdCompress(),
    (chunks: Chunks) => encrypted(chunks, recipient),
    counted,
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
    { signal },
  )
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * Passes the content of a sealed file to `consume`. Anyone with the public half of the key may have written it: the checksum
 * is to be compared with a proven one.
 *
 * @returns The checksum of the file's bytes.
 * @throws {Error} when the key is another one, or a byte of the file has changed.
 */
export async function readSealed(
  file: string,
  { key, signal }: { key: string; signal: AbortSignal },
  consume: (content: Readable) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
  const content = new PassThrough()
  const reading = pipeline(
    createReadStream(file),
    (chunks: Chunks) => hashed(chunks, hash),
    (chunks: Chunks) => decrypted(chunks, key),
    createZstdDecompress(),
    content,
    { signal },
  )
  const consuming = consume(content).catch((error: unknown) => {
    content.destroy()
    throw error
  })
  await Promise.all([reading, consuming])
  return hash.digest('hex')
}

/** Says whether a file is sealed for another key, such as that before or after a rotation. A missing or damaged file is not. */
export async function isOfOtherKey(file: string, key: string): Promise<boolean> {
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  try {
    await decrypter.decryptHeader(await headOf(file))
    return false
  } catch (error) {
    return error instanceof Error && error.message === NO_MATCH
  }
}

async function headOf(file: string): Promise<Uint8Array> {
  await using opened = await open(file)
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Returns the checksum of a file's bytes. */
export async function checksumOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash, { signal })
  return hash.digest('hex')
}

async function* hashed(chunks: Chunks, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

async function* encrypted(chunks: Chunks, recipient: string) {
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  yield* await encrypter.encrypt(ReadableStream.from(chunks))
}

async function* decrypted(chunks: Chunks, key: string) {
  const decrypter = new Decrypter()
  decrypter.addIdentity(key)
  yield* await decrypter.decrypt(ReadableStream.from(chunks))
}
