import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkCheckout } from './check-checkout.ts'
import { gitIn } from './git.ts'
import { createRepository, type TestRepository } from './testing/create-repository.ts'

const DRY = { version: '0.2.0', skipsTests: true, hasTag: false }
const TAGGED = { version: '0.2.0', skipsTests: false, hasTag: true }

let repository: TestRepository

beforeEach(async () => {
  repository = await createRepository()
})
afterEach(() => repository.remove())

const check = (wanted: typeof DRY) => {
  const surroundings = { env: {}, signal: new AbortController().signal }
  const git = gitIn(repository.root, surroundings)
  return checkCheckout(git, wanted)
}

test('accepts a clean checkout of main', async () => {
  await expect(check(TAGGED)).resolves.toBeUndefined()
})

test.each(['CHANGELOG.md', 'new.txt'])('error: a change of %s', async (path) => {
  await repository.write(path, 'changed')
  await expect(check(DRY)).rejects.toThrow(path)
})

test('error: a tag on another branch or none; a dry run may be anywhere', async () => {
  repository.git('switch', '--quiet', '--create', 'other')
  await expect(check(TAGGED)).rejects.toThrow('Tags are made on main, and this is other')
  repository.git('checkout', '--quiet', '--detach')
  await expect(check(TAGGED)).rejects.toThrow('this is no branch')
  await expect(check(DRY)).resolves.toBeUndefined()
})

test('error: a tag that exists', async () => {
  repository.git('tag', 'v0.2.0')
  await expect(check(DRY)).rejects.toThrow('The tag v0.2.0 exists')
})
