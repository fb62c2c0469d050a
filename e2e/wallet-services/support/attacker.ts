import { createPrivateKey, randomUUID } from 'node:crypto'
import { authShareContext, recoveryShareContext } from '@bullring/custody/wallets/share-context'
import { readEntropy } from '@bullring/frame/keys/secret'
import { combineShares, type Share } from '@bullring/frame/keys/shares'
import { deriveWalletKeys } from '@bullring/frame/keys/wallet-keys'
import { readyWallet } from '@bullring/frame/login/ready-wallet'
import {
  ASSERTION_ALGORITHM,
  ASSERTION_AUDIENCE,
  ASSERTION_ISSUER,
  ASSERTION_TYPE,
} from '@bullring/login-api/vault-api/assertion'
import { createEnvelope, type EncryptedRecord } from '@bullring/login-server/envelope/envelope'
import { KekList, localKeys } from '@bullring/login-server/envelope/key-provider'
import { shareContext } from '@bullring/vault/recovery/share-context'
import { SignJWT } from 'jose'
import type { Address } from 'viem'
import { type Browser, openBrowser } from './open-browser.ts'
import { foreignAssertionKey, type WalletServices } from './wallet-services.ts'

/** Compromised services: their database, keys and API. */
export type Loot = { core: boolean; vault: boolean }

/** Public facts of the attacked account. */
type Victim = { email: string; evm: Address; walletId: string; userId: string }

const NOW_S = () => Math.floor(Date.now() / 1_000)

/** Joins all shares in the attacker's hands, pair by pair. Returns the addresses that come out. */
export async function joinStoredShares(services: WalletServices, loot: Loot): Promise<Address[]> {
  const shares = [
    ...(loot.core ? await coreShares(services) : []),
    ...(loot.vault ? await vaultShares(services) : []),
  ]
  const addresses: Address[] = []
  for (const [index, first] of shares.entries()) {
    for (const second of shares.slice(index + 1)) {
      const address = await addressOf(first, second)
      if (address !== null) addresses.push(address)
    }
  }
  return addresses
}

async function addressOf(first: Share, second: Share): Promise<Address | null> {
  try {
    const secret = await combineShares(first, second)
    return (await deriveWalletKeys(await readEntropy(secret))).evm
  } catch {
    return null
  }
}

async function coreShares({ custody }: WalletServices): Promise<Share[]> {
  const { db } = custody.database
  const [auth, recovery] = await Promise.all([
    db.selectFrom('auth_shares').selectAll().execute(),
    db.selectFrom('recovery_shares').selectAll().execute(),
  ])
  return await Promise.all([
    ...auth.map((row) => open(custody.kek, row, authShareContext(row.wallet_id, row.device_id))),
    ...recovery.map((row) => open(custody.kek, row, recoveryShareContext(row.wallet_id))),
  ])
}

async function vaultShares({ vault }: WalletServices): Promise<Share[]> {
  const { db } = vault.database
  const rows = await db.selectFrom('recovery_shares').selectAll().execute()
  const held = await db
    .selectFrom('held_shares as h')
    .innerJoin('recovery_shares as r', 'r.wallet_id', 'h.wallet_id')
    .select(['h.wallet_id', 'r.account_id', 'h.kek_id', 'h.wrapped_key', 'h.ciphertext'])
    .execute()
  const contextOf = ({ wallet_id: walletId, account_id: accountId }: OwnedRow) =>
    shareContext({ walletId, accountId })
  // A wallet that has needed a passkey for four days has no share that a key of the vault opens.
  const plain = rows.flatMap(({ kek_id, wrapped_key, ciphertext, ...row }) =>
    kek_id === null || wrapped_key === null || ciphertext === null
      ? []
      : [{ ...row, kek_id, wrapped_key, ciphertext }],
  )
  return await Promise.all([...plain, ...held].map((row) => open(vault.kek, row, contextOf(row))))
}

type OwnedRow = { wallet_id: string; account_id: string }

type Columns = { kek_id: string; wrapped_key: Buffer; ciphertext: Buffer }

async function open(keks: string, row: Columns, context: string): Promise<Share> {
  const { kek_id: kekId, wrapped_key: wrappedKey, ciphertext } = row
  const record: EncryptedRecord = { kekId, wrappedKey, ciphertext }
  return new Uint8Array(
    await createEnvelope(localKeys(KekList.parse(keks))).decrypt(record, context),
  )
}

/**
 * Enrols a device of the attacker, with everything that the loot allows: own rows in the databases, assertions
 * signed by the vault's key.
 *
 * @returns The browser, which can sign if nothing stopped it.
 * @throws the error that stopped it.
 */
export async function enrolOwnDevice(
  services: WalletServices,
  loot: Loot,
  victim: Victim,
): Promise<Browser> {
  const browser = await openBrowser(services)
  if (loot.core) await approveInDatabase(services, browser, victim)
  if (loot.vault) await logInDatabase(services, browser, victim)
  const key = loot.vault ? services.vault.assertionKey : foreignAssertionKey()
  const { custody } = browser.page()
  const assertion = await forgeAssertion(key, browser, victim)
  const opened = loot.core
    ? await openInDatabase(services, browser, victim)
    : await custody.openSession({ assertion })
  await readyWallet(browser.page(), opened)
  await browser.page().store.write({ ...opened, session: await custody.readSession(opened.token) })
  return browser
}

async function approveInDatabase(
  { custody }: WalletServices,
  { device }: Browser,
  { email, userId }: Victim,
): Promise<void> {
  const { db } = custody.database
  const now = NOW_S()
  await db
    .insertInto('trusted_devices')
    .values({ email, device_id: device.id, approved_at: now })
    .execute()
  const seen = { label: 'Chrome on Linux', created_at: now, last_seen_at: now, revoked_at: null }
  await db
    .insertInto('user_devices')
    .values({ user_id: userId, device_id: device.id, ...seen })
    .execute()
}

async function openInDatabase({ custody }: WalletServices, browser: Browser, victim: Victim) {
  const { createToken } = await import('@bullring/login-server/secret-token')
  const { token, hash } = createToken()
  const now = NOW_S()
  await custody.database.db
    .insertInto('sessions')
    .values({
      token_hash: hash,
      user_id: victim.userId,
      device_id: browser.device.id,
      provider: 'email',
      subject: victim.email,
      auth_time: now,
      created_at: now,
      expires_at: now + 86_400,
    })
    .execute()
  return { token, session: await browser.page().custody.readSession(token) }
}

async function logInDatabase(
  { vault }: WalletServices,
  { device }: Browser,
  { email }: Victim,
): Promise<void> {
  const { db } = vault.database
  const { account_id } = await db
    .selectFrom('identities')
    .select('account_id')
    .where('subject', '=', email)
    .executeTakeFirstOrThrow()
  const login = { account_id, provider: 'email', subject: email, auth_time: NOW_S() } as const
  await db
    .insertInto('logins')
    .values({ device_id: device.id, ...login })
    .execute()
}

/** Signs the vault's assertion of a login. */
function forgeAssertion(key: string, { device }: Browser, { email }: Victim): Promise<string> {
  const privateKey = createPrivateKey({
    key: Buffer.from(key, 'base64'),
    format: 'der',
    type: 'pkcs8',
  })
  return new SignJWT({
    jti: randomUUID(),
    device: device.id,
    identity: { provider: 'email', subject: email, email, name: null },
    amr: ['otp'],
    auth_time: NOW_S(),
    purpose: 'login',
  })
    .setProtectedHeader({ alg: ASSERTION_ALGORITHM, typ: ASSERTION_TYPE })
    .setIssuer(ASSERTION_ISSUER)
    .setAudience(ASSERTION_AUDIENCE)
    .setIssuedAt(NOW_S())
    .setExpirationTime(NOW_S() + 60)
    .sign(privateKey)
}
