import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const script = fileURLToPath(new URL('deploy-market.ts', import.meta.url))

test.each([
  [['--sned'], '--sned'],
  [['56'], '56'],
  [['--send', '--dry-run'], '--dry-run'],
])('error: refuses %j and deploys nothing', async (given, argument) => {
  const failure = await run(process.execPath, [script, ...given]).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `✗ Unknown argument "${argument}": npm run deploy takes --send only.\n`,
  })
})
