import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeSparse } from './write-sparse.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-sparse-'))
})

afterEach(() => rm(folder, { recursive: true }))

function inChunks(content: Buffer, length: number): Readable {
  const count = Math.ceil(content.length / length)
  const chunks = Array.from({ length: count }, (_, at) =>
    content.subarray(at * length, (at + 1) * length),
  )
  return Readable.from(chunks)
}

describe('writeSparse', () => {
  test.each([1_000, 4_096, 70_000])('writes equal bytes from chunks of %i', async (length) => {
    const content = Buffer.alloc(300_001)
    content.fill('x', 5_000, 9_000)
    content[299_999] = 1
    const file = join(folder, 'file')
    await writeSparse(inChunks(content, length), file)
    expect(content.equals(await readFile(file))).toBe(true)
  })

  test('takes no room for what is empty', async () => {
    const file = join(folder, 'file')
    const content = Buffer.alloc(16 * 1024 * 1024)
    content[100] = 1
    await writeSparse(inChunks(content, 65_536), file)
    const { size, blocks } = await stat(file)
    expect(size).toBe(content.length)
    expect(blocks * 512).toBeLessThan(1024 * 1024)
  })
})
