import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productBuild, readProductBuild } from './product-build.ts'

const COMMIT = '0123456789abcdef0123456789abcdef01234567'
const VERSION = '1.2.3'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bullring-build-'))
  await writeManifest(root)
})
afterEach(() => rm(root, { recursive: true, force: true }))

const writeManifest = (folder: string) =>
  writeFile(join(folder, 'package.json'), JSON.stringify({ version: VERSION }))

function git(...args: readonly string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@bullring.example']
  return execFileSync('git', [...identity, ...args], { cwd: root, encoding: 'utf8' }).trim()
}

/** Makes the folder a checkout. Returns its commit. */
function commitAll(): string {
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'test')
  return git('rev-parse', 'HEAD')
}

describe('readProductBuild', () => {
  test('names the commit of a checkout, marked after a change', async () => {
    const commit = commitAll()
    expect(readProductBuild(root)).toEqual({ version: VERSION, commit })
    await writeFile(join(root, 'package.json'), JSON.stringify({ version: '1.2.4' }))
    expect(readProductBuild(root)).toEqual({ version: '1.2.4', commit: `${commit}-dirty` })
  })

  test('names the commit of an archive, and not that of a checkout around it', async () => {
    commitAll()
    const archive = join(root, 'archive')
    await mkdir(archive)
    await writeManifest(archive)
    expect(readProductBuild(archive).commit).toBeNull()
    await writeFile(join(archive, '.commit'), `${COMMIT}\n`)
    expect(readProductBuild(archive)).toEqual({ version: VERSION, commit: COMMIT })
  })

  test.each(['', 'main', COMMIT.slice(1), `${COMMIT}\n${COMMIT}`])(
    'reports no commit for a file with %j',
    async (content) => {
      await writeFile(join(root, '.commit'), content)
      expect(readProductBuild(root)).toEqual({ version: VERSION, commit: null })
    },
  )

  test('falls back to the file where git cannot read the checkout', async () => {
    await mkdir(join(root, '.git'))
    await writeFile(join(root, '.commit'), COMMIT)
    expect(readProductBuild(root).commit).toBe(COMMIT)
  })
})

describe('productBuild', () => {
  test('keeps what the process started with', () => {
    expect(productBuild()).toBe(productBuild())
    expect(productBuild().version).toMatch(/^\d+\.\d+\.\d+/)
  })
})
