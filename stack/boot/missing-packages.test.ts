import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const module = fileURLToPath(new URL('missing-packages.mjs', import.meta.url))
const here = { optional: true, os: [process.platform], cpu: process.arch, integrity: 'sha512-x' }

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-missing-'))
})

afterEach(() => rm(folder, { recursive: true }))

/** Returns what is missing in a folder that has nothing but a lockfile with one package. */
async function missing(entry: object, isProduct = false): Promise<unknown> {
  const lock = { packages: { '': {}, 'node_modules/a/node_modules/@b/c': entry } }
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const script = `import { missingPackages } from ${JSON.stringify(module)}
console.log(JSON.stringify(missingPackages(${JSON.stringify(folder)}, ${isProduct})))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
}

describe('missingPackages', () => {
  test.each([
    [{}, ['@b/c']],
    [here, ['@b/c']],
    [{ ...here, os: ['!aix'] }, ['@b/c']],
    [{ ...here, os: [`!${process.platform}`] }, []],
    [{ ...here, cpu: ['mips'] }, []],
    [{ ...here, libc: ['other'] }, []],
    [{ ...here, integrity: undefined }, []],
    [{ optional: true, integrity: 'sha512-x' }, []],
  ])('of %j: %j', async (entry, names) => {
    expect(await missing(entry)).toEqual(names)
  })

  test('of the product: nothing for development', async () => {
    expect(await missing({ dev: true }, true)).toEqual([])
    expect(await missing({ devOptional: true }, true)).toEqual(['@b/c'])
    expect(await missing({}, true)).toEqual(['@b/c'])
  })
})
