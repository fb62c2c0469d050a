import { setTimeout as sleep } from 'node:timers/promises'
import { startService } from '@bullring/stack/start-service'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startTestCustody, type TestCustody, testVariables } from '../testing/start-test-custody.ts'
import { createDevice, logIn, newEmail, newWallet } from '../testing/test-user.ts'

let custody: TestCustody

beforeAll(async () => {
  custody = await startTestCustody(inject('postgresUrl'))
})
afterAll(() => custody.stop())

/** Milliseconds after which the process is killed; some requests get through, some do not. */
const DELAYS = [0, 4, 20]

test('a core that is killed while it stores a wallet leaves all of it or nothing', {
  timeout: 300_000,
}, async () => {
  const { url, database, mail, kek, vaultPublicKey, receiptKey } = custody
  for (const delay of DELAYS) {
    const user = await logIn(custody, newEmail(), await createDevice(custody))
    const wallet = await newWallet(user)
    const env = testVariables({
      databaseUrl: database.url,
      smtpUrl: mail.smtpUrl,
      kek,
      ...{ vaultPublicKey, receiptKey },
    })
    const { child, url: childUrl } = await startService({ service: 'custody', env })
    custody.url = childUrl
    const sent = user.post('/core/wallet/create', wallet).catch(() => null)
    await sleep(delay)
    child.process.kill('SIGKILL')
    await Promise.all([child.exited, sent])
    custody.url = url
    const stored = await countRows(wallet.walletId)
    expect(stored === 'all' || stored === 'nothing', stored).toBe(true)
    expect((await user.post('/core/wallet/create', wallet)).status).toBe(200)
    expect(await countRows(wallet.walletId)).toBe('all')
    const { body } = await user.post('/core/wallet/recovery-auth')
    expect(body['share']).toBe(wallet.recoveryShare)
  }
})

async function countRows(walletId: string): Promise<string> {
  const { db } = custody.database
  const wallets = await db.selectFrom('wallets').select('id').where('id', '=', walletId).execute()
  const rows = await Promise.all(
    (['auth_shares', 'recovery_shares'] as const).map((table) =>
      db.selectFrom(table).select('wallet_id').where('wallet_id', '=', walletId).execute(),
    ),
  )
  const counts = [wallets, ...rows].map(({ length }) => length).join(' ')
  return { '1 1 1': 'all', '0 0 0': 'nothing' }[counts] ?? counts
}
