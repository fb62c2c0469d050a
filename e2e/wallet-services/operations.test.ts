import { randomBytes, randomUUID } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKek } from '@bullring/custody/testing/start-test-custody'
import { createTestDatabase as createCustodyDatabase } from '@bullring/custody/testing/test-database'
import { authShareContext, recoveryShareContext } from '@bullring/custody/wallets/share-context'
import { toColumns } from '@bullring/custody/wallets/shares.queries'
import { openKeys } from '@bullring/frame/keys/open-keys'
import { readRecoveryShares } from '@bullring/frame/login/wallet-enrolment'
import { createEnvelope } from '@bullring/login-server/envelope/envelope'
import { KekList, localKeys } from '@bullring/login-server/envelope/key-provider'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { shareContext } from '@bullring/vault/recovery/share-context'
import { createTestDatabase as createVaultDatabase } from '@bullring/vault/testing/test-database'
import { sql } from 'kysely'
import { recoverMessageAddress } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Browser, openBrowser } from './support/open-browser.ts'
import { backUp, restore } from './support/restore-database.ts'
import { startWalletServices, type WalletServices } from './support/wallet-services.ts'

let services: WalletServices

beforeAll(async () => {
  services = await startWalletServices(inject('postgresUrl'))
})
afterAll(() => services.stop())

const RULES = 'ops/prometheus/rules-embedded-wallet.yml'

const newEmail = () => `${randomUUID()}@example.com`

async function signer(browser: Browser) {
  const signature = await browser.sign('hello')
  return await recoverMessageAddress({ message: 'hello', signature })
}

test('metrics and readiness name no address, wallet or device, and the alerts use metrics that exist', async () => {
  const { custody, vault } = services
  const token = 'a-token-of-the-operator'
  await Promise.all([
    custody.restart({ METRICS_TOKEN: token }),
    vault.restart({ METRICS_TOKEN: token }),
  ])
  const email = newEmail()
  const browser = await openBrowser(services)
  const evm = await browser.signIn(email)
  const { wallet, session } = await browser.page().session.require()
  const pages = await Promise.all(
    [custody, vault].flatMap(({ url }) =>
      ['/metrics', '/readyz'].map(async (path) => {
        const headers = { authorization: `Bearer ${token}` }
        const response = await fetch(`${url()}${path}`, { headers })
        expect([path, response.status]).toEqual([path, 200])
        expect((await fetch(`${url()}/metrics`)).status).toBe(404)
        return await response.text()
      }),
    ),
  )
  const text = pages.join('\n')
  expect(text).toContain('route="/core/wallet/create"')
  for (const identity of [
    email,
    'example.com',
    evm,
    wallet.id,
    browser.device.id,
    session.user.id,
  ]) {
    expect(text.toLowerCase()).not.toContain(identity.toLowerCase())
  }
  const known = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', kind]) =>
      kind === 'histogram' ? `${name}_count` : name,
    ),
  )
  const rules = await readFile(join(repositoryRoot, RULES), 'utf8')
  const used = new Set([...rules.matchAll(/bullring_\w+/g)].map(([name]) => name))
  expect(used.size).toBeGreaterThan(3)
  expect([...used.difference(known)]).toEqual([])
  for (const [, file = ''] of rules.matchAll(/runbook: (\S+)/g)) {
    await access(join(repositoryRoot, file))
  }
})

test('both databases are restored from backups: devices sign, and the wallet is recovered', async () => {
  const email = newEmail()
  const browser = await openBrowser(services)
  const evm = await browser.signIn(email)
  await browser.sign('before')
  const { custody, vault } = services
  const backups = {
    custody: await backUp(custody.database.db),
    vault: await backUp(vault.database.db),
  }
  const [newCustody, newVault] = await Promise.all([
    createCustodyDatabase(inject('postgresUrl')),
    createVaultDatabase(inject('postgresUrl')),
  ])
  await restore(newCustody.db, backups.custody)
  await restore(newVault.db, backups.vault)
  const databases = {
    custody: { CUSTODY_DATABASE_URL: newCustody.url },
    vault: { VAULT_DATABASE_URL: newVault.url },
  }
  try {
    // The databases without their keys are of no use.
    await custody.restart({ ...databases.custody, CUSTODY_KEKS: createKek('first') })
    browser.reload()
    await expect(browser.sign('hello')).rejects.toMatchObject({ status: 500 })
    await custody.restart(databases.custody)
    await vault.restart(databases.vault)
    browser.reload()
    expect(await signer(browser)).toBe(evm)
    const other = await openBrowser({
      ...services,
      custody: { ...custody, database: newCustody },
      vault: { ...vault, database: newVault },
    })
    expect(await other.signIn(email)).toBe(evm)
    expect(await signer(other)).toBe(evm)
  } finally {
    await Promise.all([custody.restart(), vault.restart()])
    await Promise.all([newCustody.drop(), newVault.drop()])
  }
})

/** Rows of other users, so that the rotation takes several batches. */
const OTHER_WALLETS = 250

async function addOtherWallets({ custody, vault }: WalletServices): Promise<void> {
  const envelopeOf = (keks: string) => createEnvelope(localKeys(KekList.parse(keks)))
  const [core, other] = [envelopeOf(custody.kek), envelopeOf(vault.kek)]
  const ids = Array.from({ length: OTHER_WALLETS }, () => randomUUID())
  const share = randomBytes(21)
  const of = async (envelope: typeof core, context: string) =>
    toColumns(await envelope.encrypt(share, context))
  const times = { created_at: 1 }
  const core_ = custody.database.db
  await core_
    .insertInto('users')
    .values(ids.map((id) => ({ id, ...times })))
    .execute()
  await core_
    .insertInto('wallets')
    .values(ids.map((id) => ({ id, user_id: id, evm: randomBytes(20), solana: 'x', ...times })))
    .execute()
  const auth = ids.map(async (id) => ({
    wallet_id: id,
    device_id: 'd',
    ...times,
    ...(await of(core, authShareContext(id, 'd'))),
  }))
  await core_
    .insertInto('auth_shares')
    .values(await Promise.all(auth))
    .execute()
  const recovery = ids.map(async (id) => ({
    wallet_id: id,
    ...(await of(core, recoveryShareContext(id))),
  }))
  await core_
    .insertInto('recovery_shares')
    .values(await Promise.all(recovery))
    .execute()
  const { db } = vault.database
  await db
    .insertInto('accounts')
    .values(ids.map((id) => ({ id, ...times })))
    .execute()
  const shares = ids.map(async (id) => ({
    wallet_id: id,
    account_id: id,
    ...times,
    ...(await of(other, shareContext({ walletId: id, accountId: id }))),
  }))
  await db
    .insertInto('recovery_shares')
    .values(await Promise.all(shares))
    .execute()
}

/** Stops the rotation at one row until `release` is called. */
async function stopRotation(
  db: WalletServices['custody']['database']['db'] | WalletServices['vault']['database']['db'],
) {
  const any = db as WalletServices['custody']['database']['db']
  await sql`create or replace function wait_for_test() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(47000); return new; end'`.execute(any)
  await sql`create trigger wait_for_test before update on recovery_shares
    for each row execute function wait_for_test()`.execute(any)
  const trx = await any.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(47000)`.execute(trx)
  return {
    release: async () => {
      await trx.rollback().execute()
    },
    outdated: async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from recovery_shares where kek_id = 'first'
      `.execute(any)
      return rows[0]?.count
    },
  }
}

test('new keys for both services under load: no request fails, and then the old keys are not needed', async () => {
  const browsers: Browser[] = []
  for (let count = 0; count < 4; count += 1) {
    const browser = await openBrowser(services)
    await browser.signIn(newEmail())
    browsers.push(browser)
  }
  await addOtherWallets(services)
  const { custody, vault } = services
  const rotations = [await stopRotation(custody.database.db), await stopRotation(vault.database.db)]
  const next = { custody: createKek('next'), vault: createKek('next') }
  await Promise.all([
    custody.restart({ CUSTODY_KEKS: `${next.custody},${custody.kek}` }),
    vault.restart({ VAULT_KEKS: `${next.vault},${vault.kek}` }),
  ])
  for (const browser of browsers) browser.reload()
  let round = 0
  let isDone = false
  const load = Promise.all(
    browsers.map(async (browser) => {
      while (!isDone) {
        await joinShares(browser)
        round += 1
      }
    }),
  )
  const progress = async (more: number) => {
    const start = round
    await Promise.race([
      load,
      expect.poll(() => round, { timeout: 60_000 }).toBeGreaterThan(start + more),
    ])
  }
  // Halfway through the rotation, during the rest of it, and after it.
  await progress(8)
  for (const { outdated } of rotations) expect(await outdated()).toBeGreaterThan(0)
  for (const { release } of rotations) await release()
  for (const { outdated } of rotations) await expect.poll(outdated, { timeout: 60_000 }).toBe(0)
  await progress(8)
  isDone = true
  await load
  await Promise.all([
    custody.restart({ CUSTODY_KEKS: next.custody }),
    vault.restart({ VAULT_KEKS: next.vault }),
  ])
  for (const browser of browsers) {
    browser.reload()
    await joinShares(browser)
    await signer(browser)
  }
})

/** Joins the recovery shares of both services. Throws unless they form the wallet's key. */
async function joinShares(browser: Browser): Promise<void> {
  const { token, wallet } = await browser.page().session.require()
  const shares = await readRecoveryShares(browser.page(), token, wallet.id)
  await openKeys(shares, wallet, () => undefined)
}
