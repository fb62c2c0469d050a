import { generatePrivateKey } from 'viem/accounts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { RELAYER, startTestBundler, type TestBundler } from '../testing/start-test-bundler.ts'

let bundler: TestBundler

beforeAll(async () => {
  bundler = await startTestBundler(inject('postgresUrl'))
})
afterAll(() => bundler.stop())

test('error: does not start with another relayer than that of its journal', async () => {
  const account = await bundler.newAccount()
  const client = bundler.client({ user: 'first' })
  const hash = await client.sendUserOperation({ account, calls: [bundler.bet] })
  await client.waitForUserOperationReceipt({ hash })
  const start = bundler.restart({ BUNDLER_RELAYER_PRIVATE_KEY: generatePrivateKey() })
  await expect(start).rejects.toThrow(RELAYER)
})
