import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countBrowserTests, countOtherPostgresTests } from './count-tests.ts'

const options = {
  env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
  signal: AbortSignal.timeout(120_000),
}

describe('countBrowserTests', () => {
  test('counts without a browser', async () => {
    expect(await countBrowserTests(options)).toBeGreaterThan(150)
  })
})

describe('countOtherPostgresTests', () => {
  test('counts without a second PostgreSQL', async () => {
    expect(await countOtherPostgresTests(options)).toBeGreaterThan(30)
  })
})
