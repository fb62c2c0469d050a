import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { restoreManifest, swapManifest } from './swap-manifest.ts'

const ORIGINAL = '{ "name": "library",  "private": true }\n'
const EDITED = '{ "name": "library", "version": "2.0.0" }\n'

let folder = ''
let manifest = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-pack-'))
  manifest = join(folder, 'package.json')
  await writeFile(manifest, ORIGINAL)
})
afterEach(async () => {
  await restoreManifest(folder)
  await rm(folder, { recursive: true })
})

test('puts back the manifest that was swapped', async () => {
  await swapManifest(folder, { name: 'published' })
  expect(JSON.parse(await readFile(manifest, 'utf8'))).toEqual({ name: 'published' })
  await restoreManifest(folder)
  expect(await readFile(manifest, 'utf8')).toBe(ORIGINAL)
})

test('keeps what was edited after a run that was killed, then and later', async () => {
  await swapManifest(folder, { name: 'published' })
  await writeFile(manifest, EDITED)
  await restoreManifest(folder)
  expect(await readFile(manifest, 'utf8')).toBe(EDITED)
  await writeFile(manifest, '{\n  "name": "published"\n}\n')
  await restoreManifest(folder)
  expect(JSON.parse(await readFile(manifest, 'utf8'))).toEqual({ name: 'published' })
})
