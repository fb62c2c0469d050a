import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readStoredArtifacts } from '../deploy/artifact.ts'
import { sourcesHash } from './sources-hash.ts'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = ['contracts/src', 'contracts/scripts', 'foundry.toml', 'package-lock.json']

describe('sourcesHash', () => {
  let root = ''

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'bullring-sources-'))
    for (const path of COPIED)
      await cp(join(ROOT, path), join(root, path), { recursive: true, errorOnExist: true })
  })

  afterEach(() => rm(root, { recursive: true, force: true }))

  async function edit(file: string, text: string, by: string): Promise<void> {
    const content = await readFile(join(root, file), 'utf8')
    expect(content).toContain(text)
    await writeFile(join(root, file), content.replaceAll(text, by))
  }

  test('belongs to the compiled contracts of this checkout', () => {
    expect(sourcesHash(root)).toBe(readStoredArtifacts().sources)
  })

  /** Locks another archive of a package. */
  async function relock(name: string): Promise<void> {
    const file = join(root, 'package-lock.json')
    const lockfile = JSON.parse(await readFile(file, 'utf8'))
    expect(lockfile.packages[`node_modules/${name}`].integrity).toMatch(/^sha512-/)
    lockfile.packages[`node_modules/${name}`].integrity = 'sha512-other'
    await writeFile(file, JSON.stringify(lockfile))
  }

  test.each([
    ['a source', 'contracts/src/Prediction.sol', 'contract Prediction'],
    ['a setting of the compiler', 'foundry.toml', 'optimizer_runs = 600'],
    ['the way to the compiler', 'contracts/scripts/solc.mjs', 'solc.compile'],
  ])('differs after a change of %s', async (_, file, text) => {
    const before = sourcesHash(root)
    await edit(file, text, `${text} `)
    expect(sourcesHash(root)).not.toBe(before)
  })

  test.each(['@openzeppelin/contracts', '@foundry-rs/forge', 'solc'])(
    'differs with another %s',
    async (name) => {
      const before = sourcesHash(root)
      await relock(name)
      expect(sourcesHash(root)).not.toBe(before)
    },
  )

  test('is the same after a change of another package or of a version number', async () => {
    const before = sourcesHash(root)
    await relock('hono')
    await edit('package-lock.json', '"name":"bullring"', '"name":"renamed"')
    expect(sourcesHash(root)).toBe(before)
  })
})
