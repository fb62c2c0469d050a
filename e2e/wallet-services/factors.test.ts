import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { listOperations as listCustody } from '@bullring/custody/testing/list-operations'
import {
  createKek,
  testVariables as custodyVariables,
} from '@bullring/custody/testing/start-test-custody'
import { ENGLISH as CUSTODY_TEXTS } from '@bullring/custody/texts/english'
import { readVaultShare } from '@bullring/frame/login/wallet-enrolment'
import { toBase64Url } from '@bullring/login-api/base64url'
import { recoveryProof } from '@bullring/login-api/vault-api/passkeys'
import { listOperations as listVault } from '@bullring/vault/testing/list-operations'
import {
  generateTestKeys,
  testVariables as vaultVariables,
} from '@bullring/vault/testing/start-test-vault'
import { ENGLISH as VAULT_TEXTS } from '@bullring/vault/texts/english'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readFactorTable } from './support/factor-table.ts'
import {
  approve,
  forgetMails,
  openBrowser,
  readCode,
  readLinkToken,
  readMails,
} from './support/open-browser.ts'
import { startWalletServices, type WalletServices } from './support/wallet-services.ts'

let services: WalletServices

beforeAll(async () => {
  services = await startWalletServices(inject('postgresUrl'))
})
afterAll(() => services.stop())

const newEmail = () => `${randomUUID()}@example.com`
const { rows, factors } = await readFactorTable()

/** Adds a login at another site, with another address. */
async function addSite(email: string): Promise<string> {
  const siteEmail = newEmail()
  const identity = {
    provider: 'google',
    subject: randomUUID(),
    email: siteEmail,
    name: null,
  } as const
  const [custody, vault] = [services.custody.database.db, services.vault.database.db]
  const { user_id } = await custody
    .selectFrom('identities')
    .select('user_id')
    .where('subject', '=', email)
    .executeTakeFirstOrThrow()
  const { account_id } = await vault
    .selectFrom('identities')
    .select('account_id')
    .where('subject', '=', email)
    .executeTakeFirstOrThrow()
  await custody
    .insertInto('identities')
    .values({ ...identity, user_id })
    .execute()
  await vault
    .insertInto('identities')
    .values({ ...identity, account_id })
    .execute()
  return siteEmail
}

/** A user with a wallet on two devices, who can log in in two ways. */
async function createUser() {
  const email = newEmail()
  const [browser, other] = [await openBrowser(services), await openBrowser(services)]
  await browser.signIn(email)
  const siteEmail = await addSite(email)
  await other.signIn(email)
  const page = browser.page()
  const { token, wallet } = await page.session.require()
  const share = await readVaultShare(page, wallet.id)
  const proof = toBase64Url(await recoveryProof(wallet.id, share))
  return {
    email,
    addresses: [email, siteEmail],
    page,
    token,
    walletId: wallet.id,
    proof,
    share: toBase64Url(share),
    otherId: other.device.id,
  }
}

type User = Awaited<ReturnType<typeof createUser>>

const random = (length: number) => randomBytes(length).toString('base64url')
const newPasskey = () => ({
  credentialId: random(16),
  salt: random(32),
  encryptedShare: random(49),
})

/** Adds a passkey and makes the wallet need it. Returns its id. */
async function protect({ page, walletId, proof }: User): Promise<string> {
  const passkey = newPasskey()
  await page.vault.putPasskey({ walletId, proof, label: 'Firefox', passkey })
  await page.vault.requirePasskey({ walletId, proof, credentialId: passkey.credentialId })
  return passkey.credentialId
}

/** Enters the code of the current address. Returns the code of the new address. */
async function confirmPrimary({ page, email }: User, next: string): Promise<string> {
  await page.vault.confirmPrimaryEmail({ otp: await readCode(services, email, /current email/) })
  return await readCode(services, next, /new email/)
}

/** Changes the address as far as the core. */
async function applyChange(user: User, hasProof: boolean): Promise<void> {
  const { page, email, walletId, token, proof } = user
  const next = newEmail()
  await page.custody.startEmailChange(next, token)
  await approve(services, await readLinkToken(services, email), '/email-change')
  if (!hasProof) {
    await page.vault.sendOtp({ email, purpose: 'export' })
    const otp = await readCode(services, email, /security code/)
    const { assertion } = await page.vault.verifyOtp({ email, purpose: 'export', otp })
    await page.custody.applyEmailChange(assertion, token)
  }
  await page.vault.updateEmail({ email: next, walletId, proof })
  const otp = await confirmPrimary(user, next)
  const { assertion } = await page.vault.confirmSecondaryEmail({ otp })
  await page.custody.applyEmailChange(assertion, token)
}

/** Operations that take a passkey, for a user whose wallet needs one: without the proof, and with it. */
const ATTEMPTS: Readonly<Record<string, (user: User, hasProof: boolean) => Promise<unknown>>> = {
  'custody POST /core/devices/revoke': async (user, hasProof) => {
    const { page, walletId, proof, token, otherId: deviceId } = user
    const assertion = hasProof
      ? (await page.vault.proveOwner({ walletId, proof })).assertion
      : undefined
    await page.custody.revokeDevice({ deviceId, assertion }, token)
  },
  'custody POST /core/email-change/apply': applyChange,
  'vault POST /passkeys/prove': ({ page, walletId, proof }, hasProof) =>
    page.vault.proveOwner({ walletId, proof: hasProof ? proof : null }),
  'vault POST /passkeys/put': ({ page, walletId, proof }, hasProof) =>
    page.vault.putPasskey({
      walletId,
      label: 'Chrome',
      passkey: newPasskey(),
      proof: hasProof ? proof : random(32),
    }),
  'vault POST /passkeys/require': async ({ page, walletId, proof, share }, hasProof) => {
    const [credentialId = ''] = await credentialsOf(page, walletId)
    if (!hasProof) {
      await page.vault.requirePasskey({ walletId, credentialId, proof: random(32) })
      return
    }
    // Otherwise it changes nothing.
    await page.vault.removePasskey({ walletId, credentialId, proof, share })
    const passkey = newPasskey()
    await page.vault.putPasskey({ walletId, proof, label: 'Chrome', passkey })
    await page.vault.requirePasskey({ walletId, proof, credentialId: passkey.credentialId })
  },
  'vault POST /passkeys/remove': async ({ page, walletId, proof, share }, hasProof) => {
    const [credentialId = ''] = await credentialsOf(page, walletId)
    const given = hasProof ? proof : null
    await page.vault.removePasskey({ walletId, credentialId, proof: given, share })
  },
  'vault POST /email/update': ({ page, walletId, proof }, hasProof) =>
    page.vault.updateEmail({ email: newEmail(), walletId, proof: hasProof ? proof : null }),
  'vault POST /email/secondary': async (user, hasProof) => {
    const next = newEmail()
    const { page, walletId, proof } = user
    if (hasProof) await page.vault.updateEmail({ email: next, walletId, proof })
    else await beginUnprotected(user, next)
    await page.vault.confirmSecondaryEmail({ otp: await confirmPrimary(user, next) })
  },
}

async function credentialsOf({ vault }: User['page'], walletId: string): Promise<string[]> {
  const { passkeys } = await vault.listPasskeys({ walletId })
  return passkeys.map(({ credentialId }) => credentialId)
}

/** Begins a change of address before the wallet needs a passkey. */
async function beginUnprotected(user: User, email: string): Promise<void> {
  const { page, walletId, proof, share } = user
  const [credentialId = ''] = await credentialsOf(page, walletId)
  await page.vault.removePasskey({ walletId, credentialId, proof, share })
  await page.vault.updateEmail({ email, walletId })
  await protect(user)
}

test('each operation of both services has one row', () => {
  const keys = generateTestKeys()
  const { smtpUrl } = services.mail
  const { custody, vault } = services
  const receiptKey = keys.receiptKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const { publicKey: vaultPublicKey } = generateKeyPairSync('ed25519')
  const core = custodyVariables(
    {
      databaseUrl: custody.database.url,
      smtpUrl,
      vaultPublicKey,
      receiptKey,
      kek: createKek('first'),
    },
    { BUNDLER_URL: 'http://127.0.0.1:9' },
  )
  const operations = [
    ...listCustody(custody.database, core).map((each) => `custody ${each}`),
    ...listVault(vault.database, vaultVariables(keys, vault.database.url, smtpUrl)).map(
      (each) => `vault ${each}`,
    ),
  ]
  expect(rows.map(({ operation }) => operation).toSorted()).toEqual(operations.toSorted())
})

test('each row names a factor that the document defines, and mails that exist', () => {
  const texts = [CUSTODY_TEXTS, VAULT_TEXTS].flatMap((areas) =>
    Object.values(areas).flatMap((area): string[] => Object.values(area)),
  )
  for (const { factor, mails } of rows) {
    expect(factors).toContain(factor)
    expect(texts).toEqual(expect.arrayContaining([...mails]))
  }
})

const PROTECTED = rows.filter(({ factor }) => factor === 'passkey')

test('each operation that takes a passkey is tried', () => {
  expect(Object.keys(ATTEMPTS).toSorted()).toEqual(
    PROTECTED.map(({ operation }) => operation).toSorted(),
  )
})

describe('while a wallet needs a passkey', () => {
  test.each(PROTECTED)(
    '$operation is refused without it, and accepted with it',
    async ({ operation, refusedWith, mails }) => {
      const attempt = ATTEMPTS[operation] ?? (() => Promise.resolve())
      const [thief, owner] = [await createUser(), await createUser()]
      for (const user of [thief, owner]) {
        await protect(user)
        await forgetMails(services, user.email)
      }
      await expect(attempt(thief, false)).rejects.toMatchObject({ problemCode: refusedWith })
      const before = await findMails(owner, mails)
      await attempt(owner, true)
      await expectMails(owner, mails, before)
    },
  )
})

/** Returns the mails with one of the subjects, by address, newest first. */
async function findMails({ addresses }: User, subjects: readonly string[]) {
  const found = addresses.map(async (address) => {
    const mails = await readMails(services, address)
    return mails.filter(({ subject }) => subjects.includes(subject))
  })
  return await Promise.all(found)
}

/** Waits for one more of the mails at every address of the user, and checks that it says from where. */
async function expectMails(
  user: User,
  subjects: readonly string[],
  before: Awaited<ReturnType<typeof findMails>>,
): Promise<void> {
  if (subjects.length === 0) return
  const counts = async () => (await findMails(user, subjects)).map(({ length }) => length)
  await expect.poll(counts, { timeout: 60_000 }).toEqual(before.map(({ length }) => length + 1))
  for (const [newest] of await findMails(user, subjects)) {
    expect(newest?.text).toContain('IP address: 127.0.0.1')
  }
}

test('opening a wallet on a new device notifies everyone who can log in, from both services', async () => {
  const { addresses } = await createUser()
  for (const address of addresses) {
    const subjects = async () => (await readMails(services, address)).map(({ subject }) => subject)
    await expect
      .poll(subjects, { timeout: 60_000 })
      .toEqual(
        expect.arrayContaining([
          'A device was added to your wallet',
          'Your wallet was unlocked after a login',
        ]),
      )
  }
})
