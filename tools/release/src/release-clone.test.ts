import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { versionProblems } from '@bullring/checks/version-problems'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { gitIn } from './git.ts'
import { commitDevelopment, createReleaseClone } from './release-clone.ts'
import { createRepository, type TestRepository } from './testing/create-repository.ts'

const SURROUNDINGS = { env: {}, signal: new AbortController().signal }

let repository: TestRepository
let folder = ''

beforeEach(async () => {
  repository = await createRepository()
  folder = join(repository.root, 'dist/clone')
})
afterEach(() => repository.remove())

const createClone = () => createReleaseClone(repository.root, folder, '0.2.0', SURROUNDINGS)
const versionIn = async (root: string) =>
  JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version

test('commits version and changelog in the clone, and changes nothing in the checkout', async () => {
  const before = repository.git('rev-parse', 'HEAD')
  const clone = await createClone()
  const git = gitIn(folder, SURROUNDINGS)
  expect(await git(['log', '--format=%H %s %an', '-1'])).toBe(
    `${clone.commit} chore: release 0.2.0 Test`,
  )
  expect(await git(['status', '--porcelain'])).toBe('')
  expect(await versionIn(folder)).toBe('0.2.0')
  expect(await versionProblems(folder)).toEqual([])
  expect(await readFile(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
    /## \[Unreleased\]\n\n## \[0\.2\.0\] - \d{4}-\d\d-\d\d\n\n- A setting\./,
  )
  expect(repository.git('rev-parse', 'HEAD')).toBe(before)
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(await versionIn(repository.root)).toBe('0.2.0-dev')
})

test('continues with the next development version', async () => {
  const clone = await createClone()
  await commitDevelopment(repository.root, clone, '0.2.0', SURROUNDINGS)
  expect(await versionIn(folder)).toBe('0.2.1-dev')
  expect(await versionProblems(folder)).toEqual([])
  expect(await gitIn(folder, SURROUNDINGS)(['log', '--format=%s', '-1'])).toBe(
    'chore: begin 0.2.1-dev',
  )
})

test('error: git knows no author', async () => {
  repository.git('config', 'user.email', '')
  await expect(createClone()).rejects.toThrow('set user.name and user.email')
})
