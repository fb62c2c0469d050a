import { execFileSync } from 'node:child_process'
import { chmod, mkdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createRepository, type TestRepository } from './testing/create-repository.ts'
import { writeArchive } from './write-archive.ts'
import { writeChecksums } from './write-checksums.ts'

const SURROUNDINGS = { env: {}, signal: new AbortController().signal }

let repository: TestRepository
let output = ''

beforeEach(async () => {
  repository = await createRepository()
  output = join(repository.root, 'dist/release')
  await mkdir(output, { recursive: true })
  await repository.write('dist/web/index.html', '<p>built</p>')
  await repository.write('dist/web/.built-from', 'hash')
})
afterEach(() => repository.remove())

async function archive(name: string): Promise<string> {
  const file = join(output, name)
  const { root } = repository
  await writeArchive({ root, built: ['dist/web'], folder: 'bullring-0.2.0', file }, SURROUNDINGS)
  return file
}
const tar = (...args: readonly string[]) => execFileSync('tar', args, { encoding: 'utf8' })

test('holds the commit, its name, and what was built, and nothing else', async () => {
  await repository.write('dist/other/secret.txt', 'left out')
  await repository.write('untracked.txt', 'left out')
  const listed = tar('tzf', await archive('a.tar.gz'))
    .trim()
    .split('\n')
  expect(listed.filter((name) => !name.endsWith('/'))).toEqual(
    [
      '.commit',
      '.gitignore',
      'CHANGELOG.md',
      'dist/web/.built-from',
      'dist/web/index.html',
      'package-lock.json',
      'package.json',
      'packages/own/package.json',
    ].map((name) => `bullring-0.2.0/${name}`),
  )
  const commit = tar('xzOf', join(output, 'a.tar.gz'), 'bullring-0.2.0/.commit')
  expect(commit).toBe(`${repository.git('rev-parse', 'HEAD')}\n`)
  expect(repository.git('status', '--porcelain')).toBe('?? untracked.txt')
})

test('has equal bytes for equal files, whatever their times and rights and the clock', async () => {
  const first = await readFile(await archive('a.tar.gz'))
  const page = join(repository.root, 'dist/web/index.html')
  await utimes(page, 0, 0)
  await chmod(page, 0o600)
  repository.git('config', 'tar.umask', '0077')
  repository.git('config', 'user.name', 'Another')
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  expect((await readFile(await archive('b.tar.gz'))).equals(first)).toBe(true)
  await repository.write('dist/web/index.html', '<p>changed</p>')
  expect((await readFile(await archive('c.tar.gz'))).equals(first)).toBe(false)
})

test('writes checksums that sha256sum verifies', async () => {
  await archive('a.tar.gz')
  await archive('b.tar.gz')
  await writeChecksums(output)
  await writeChecksums(output)
  const verify = () => execFileSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: output })
  expect(String(verify())).toBe('a.tar.gz: OK\nb.tar.gz: OK\n')
  await repository.write('dist/release/b.tar.gz', 'damaged')
  expect(verify).toThrow()
})
