import { filesRunBy } from '@bullring/stack/testing/files-run-by'
import { expect, inject, onTestFinished, test } from 'vitest'
import { PROJECT_ID, startTestWallet } from '../testing/start-test-wallet.ts'
import { startTestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const ACCOUNT = '0x000000000000000000000000000000000000dEaD'

/** The frame of a service, the same for every request, does not count. */
const COUNTED = /^(?:wallet\/service|base\/server\/src\/chain)\//

/** Features whose loops may run in the meantime. */
const OTHERS = /\/(?:history|metrics|sessions)\//

/** The way that wallet/README.md describes, 22 files, and the pings of nodes beside it. A longer one needs a reason, and a word there. */
const MOST_FILES = 28
const DESCRIBED = [
  'wallet/service/src/balances/balances.operations.ts',
  'wallet/service/src/balances/create-holdings.ts',
  'wallet/service/src/balances/read-holdings.ts',
  'wallet/service/src/balances/to-balances.ts',
]

test('the way of a balance through the service is short', async () => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const database = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(() => database.drop())
  const { url, stop } = await startTestWallet(chain, database.url)
  onTestFinished(() => stop())
  const path = `/v1/account/${ACCOUNT}/balance?projectId=${PROJECT_ID}&currency=usd&chainId=eip155:31337`
  const run = await filesRunBy(async () => {
    expect((await fetch(`${url}${path}`)).status).toBe(200)
  }, '')
  const files = run.filter((file) => COUNTED.test(file) && !OTHERS.test(file))
  expect(files).toEqual(expect.arrayContaining(DESCRIBED))
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(MOST_FILES)
})
