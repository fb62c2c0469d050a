import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writePrivateFile } from '../setup/write-private-file.ts'
import { requireWritable } from './writable-folder.ts'

vi.mock('../setup/write-private-file.ts', { spy: true })

let folder: string
const notes: string[] = []
const note = (sentence: string) => void notes.push(sentence)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-writable-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('makes the folder, and leaves nothing in it', async () => {
  const backups = join(folder, 'new', 'backups')
  await requireWritable(backups, note)
  expect(await readdir(backups)).toEqual([])
  expect(notes).toEqual([])
})

test('error: names a folder that cannot be written', async () => {
  await writeFile(join(folder, 'file'), '')
  const impossible = join(folder, 'file', 'backups')
  await expect(requireWritable(impossible, note)).rejects.toThrow(`BACKUP_DIR ${impossible} cannot`)
  await expect(requireWritable('/proc/backups', note)).rejects.toThrow('cannot be written (ENOENT)')
})

test.each(['ENOSPC', 'EROFS', 'ENOTCONN', 'EHOSTDOWN', 'ENODEV'])(
  'notes a failure of the disk, and does not stop the product: %s',
  async (code) => {
    notes.length = 0
    const failure = Object.assign(new Error('failed'), { code })
    vi.mocked(writePrivateFile).mockRejectedValueOnce(failure)
    await requireWritable(folder, note)
    expect(notes).toEqual([
      `BACKUP_DIR ${folder} cannot be written (${code}): changes wait beside the database`,
    ])
  },
)
