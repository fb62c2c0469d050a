import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const run = promisify(execFile)
const programOf = (name: string) => fileURLToPath(new URL(`../bin/${name}.ts`, import.meta.url))

describe.each([
  ['check', 'npm run check'],
  ['test', 'npm test'],
])('%s', (name, command) => {
  test.each(['--fix', 'game/service'])('error: refuses %s and runs nothing', async (argument) => {
    const options = { timeout: 120_000 }
    const failure = await run(process.execPath, [programOf(name), argument], options).catch(
      (error: unknown) => error,
    )
    expect(failure).toMatchObject({
      code: 1,
      stdout: '',
      stderr: `✗ Unknown argument "${argument}": ${command} takes none.\n`,
    })
  })
})
