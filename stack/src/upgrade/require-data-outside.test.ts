import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { installationOf } from './installation.ts'
import { requireDataOutside } from './require-data-outside.ts'

let root = ''

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bullring-outside-'))
  await mkdir(join(root, 'bullring-versions/0.2.0/.data'), { recursive: true })
  await mkdir(join(root, 'data'))
  await symlink(join(root, 'bullring-versions/0.2.0'), join(root, 'bullring'))
  await symlink(join(root, 'bullring/.data'), join(root, 'linked'))
})

afterEach(() => rm(root, { recursive: true }))

const check = (dataDir: string | undefined) =>
  requireDataOutside(dataDir, installationOf(join(root, 'bullring')))

describe('requireDataOutside', () => {
  test.each(['data', 'new', 'bullring-data'])('allows %s beside the installation', async (name) => {
    await expect(check(join(root, name))).resolves.toBeUndefined()
  })

  test.each([undefined, '', '.data'])('error: %j', async (dataDir) => {
    await expect(check(dataDir)).rejects.toThrow('would start without the data of this one')
  })

  test.each(['bullring', 'bullring/.data', 'bullring-versions/data', 'linked'])(
    'error: %s',
    async (name) => {
      await expect(check(join(root, name))).rejects.toThrow('is inside the installed version')
    },
  )
})
