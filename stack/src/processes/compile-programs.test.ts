import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-programs-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Compiles program.ts of the folder in a process with an empty compile cache, and returns the files of that cache. */
async function compileInProcess(): Promise<string[]> {
  const url = JSON.stringify(new URL('compile-programs.ts', import.meta.url).href)
  const program = JSON.stringify(join(folder, 'program.ts'))
  const script = `
    import { readdirSync } from 'node:fs'
    import { getCompileCacheDir } from 'node:module'
    const { compilePrograms } = await import(${url})
    await compilePrograms([${program}], new AbortController().signal)
    process.stdout.write(JSON.stringify(readdirSync(getCompileCacheDir())))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { NODE_COMPILE_CACHE: join(folder, 'cache') },
  })
  return JSON.parse(stdout)
}

test('compiles programs and what they import, runs none of it, and goes on without one that is missing', async () => {
  const withoutProgram = await compileInProcess()
  await rm(join(folder, 'cache'), { recursive: true })
  const write = (name: string) => `import { writeFileSync } from 'node:fs'
    const text: string = 'ran'
    writeFileSync(${JSON.stringify(join(folder, `${name}-ran`))}, text)\n`
  await writeFile(join(folder, 'imported.ts'), write('imported'))
  await writeFile(join(folder, 'program.ts'), `import './imported.ts'\n${write('program')}`)
  // Of each of the two files, its JavaScript and the compiled code of that.
  expect((await compileInProcess()).length).toBeGreaterThanOrEqual(withoutProgram.length + 4)
  expect((await readdir(folder)).filter((name) => name.endsWith('ran'))).toEqual([])
})
