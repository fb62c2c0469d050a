import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

let base = ''

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'bullring-folder-'))
})

afterEach(() => rm(base, { recursive: true, force: true }))

describe('makeFolder', () => {
  test('creates a folder that others create at the same time', async () => {
    const path = join(base, 'a', 'b')
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(path, 0o711)))
    expect((await stat(path)).mode & 0o777).toBe(0o711)
  })

  test('error: rejects a path below a file', async () => {
    const file = join(base, 'file')
    await writeFile(file, '')
    await expect(makeFolder(join(file, 'folder'), 0o711)).rejects.toThrow('ENOTDIR')
  })

  test('error: rejects a path below /proc', async () => {
    await expect(makeFolder('/proc/bullring/data', 0o711)).rejects.toThrow('ENOENT')
  })
})
