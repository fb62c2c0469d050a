import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { versionProblems } from './version-problems.ts'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bullring-versions-'))
  await write('package.json', { version: '1.2.0', workspaces: ['packages/*'] })
  await write('packages/own/package.json', { name: '@bullring/own', version: '1.2.0' })
  await write('packages/foreign/package.json', { name: '@other/app', version: '7.0.0' })
  await writeLock({})
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, content: unknown) {
  await mkdir(join(root, path, '..'), { recursive: true })
  await writeFile(join(root, path), JSON.stringify(content))
}

const writeLock = (own: object) =>
  write('package-lock.json', {
    version: '1.2.0',
    packages: { '': { version: '1.2.0' }, 'packages/own': { version: '1.2.0', ...own } },
  })

describe('versionProblems', () => {
  test('accepts workspaces with the version of the root, and stand-ins with any', async () => {
    await expect(versionProblems(root)).resolves.toEqual([])
  })

  test('lists a workspace with another version or none', async () => {
    await write('packages/own/package.json', { name: '@bullring/own', version: '1.1.0' })
    await write('packages/new/package.json', { name: '@bullring/new' })
    await expect(versionProblems(root)).resolves.toEqual([
      'packages/new/package.json has version none, the product 1.2.0',
      '"packages/new" in package-lock.json has version none, the product 1.2.0',
      'packages/own/package.json has version 1.1.0, the product 1.2.0',
    ])
  })

  test('lists an entry of package-lock.json that was forgotten', async () => {
    await writeLock({ version: '1.1.0' })
    await expect(versionProblems(root)).resolves.toEqual([
      '"packages/own" in package-lock.json has version 1.1.0, the product 1.2.0',
    ])
  })

  test('finds nothing in this repository', async () => {
    await expect(versionProblems()).resolves.toEqual([])
  })
})
