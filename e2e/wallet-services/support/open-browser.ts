import { loadDevice } from '@bullring/frame/device/device'
import { createDeviceShares } from '@bullring/frame/device/device-shares'
import { createMemoryStorage } from '@bullring/frame/device/frame-storage'
import { createSessionStore } from '@bullring/frame/device/stored-session'
import { signMessage } from '@bullring/frame/keys/sign-evm'
import { createEmailChange } from '@bullring/frame/login/email-change'
import { createEmailLogin } from '@bullring/frame/login/email-login'
import { openWalletKeys } from '@bullring/frame/login/wallet-unlock'
import { createWalletSession } from '@bullring/frame/sdk/wallet-session'
import { createCustodyClient } from '@bullring/frame/services/custody-client'
import { createSignedClient } from '@bullring/frame/services/signed-client'
import { createVaultClient } from '@bullring/frame/services/vault-client'
import { APP_ORIGIN } from '@bullring/login-server/testing/signing-device'
import { sql } from 'kysely'
import type { WalletServices } from './wallet-services.ts'

// The frame resolves request URLs against its page, and passkeys need a domain name.
Object.assign(globalThis, { location: new URL('http://localhost') })

/** A browser that runs the code of the frame against the real services. */
export type Browser = Awaited<ReturnType<typeof openBrowser>>

/** A code that no mail names. */
export const GUESS = '000000'
/** Code of the page behind the latest link, in the text of the error. */
const LINK_CODE = /\b[2-9A-Z]{8}\b/

/** Opens a browser with empty storage. */
export async function openBrowser(services: WalletServices, origin = APP_ORIGIN) {
  const storage = createMemoryStorage()
  const device = await loadDevice(storage)

  function loadPage() {
    const clientOf = (baseUrl: string) => createSignedClient({ baseUrl, device, origin })
    const custody = createCustodyClient(clientOf(services.custody.url()))
    const vault = createVaultClient(clientOf(services.vault.url()))
    const shares = createDeviceShares(storage, device)
    const emailChange = createEmailChange({
      custody,
      vault,
      storage,
      origin,
      ownOrigin: services.custody.url(),
    })
    const deps = {
      custody,
      vault,
      device,
      shares,
      startsSmart: () => false,
      store: createSessionStore(storage, origin),
      onRestored: emailChange.resume,
      onClosed: () => Promise.resolve(),
    }
    const session = createWalletSession(deps)
    return { ...deps, session, login: createEmailLogin(deps), emailChange }
  }

  let page = loadPage()

  async function logIn(email: string) {
    const action = await page.login.start(email, null).then(
      (started) => started.action,
      async (error: unknown) => {
        const [code] = LINK_CODE.exec(String(error)) ?? []
        if (code === undefined) throw error
        await approve(services, await readLinkToken(services, email), '/device', code)
        return (await page.login.start(email, null)).action
      },
    )
    if (action === 'VERIFY_DEVICE') {
      await approve(services, await readLinkToken(services, email))
      await page.login.waitForDevice()
    }
    const login = await page.login.verify(await readCode(services, email))
    const { wallet } = await page.session.open(login)
    return wallet.evm
  }

  return {
    device,
    /** The frame's objects. */
    page: () => page,
    /** Reloads the page: only stored data remains. */
    reload: () => {
      page = loadPage()
    },
    /** Logs in as a user does who reads the mails. Returns the wallet's address. */
    signIn: async (email: string) => {
      await forgetMails(services, email)
      return await logIn(email)
    },
    /** Like `signIn`, also after strangers have used up the mails of the address. */
    logIn,
    /** Changes the address with mailed codes. Guesses the codes of the addresses that `canRead` excludes. */
    changeEmail: async (newEmail: string, canRead: (email: string) => boolean = () => true) => {
      const codeOf = async (each: string, subject: RegExp) =>
        canRead(each) ? await readCode(services, each, subject) : GUESS
      const { token, session, wallet } = await page.session.require()
      const { email } = session.user
      for (const each of [email ?? '', newEmail]) await forgetMails(services, each)
      await page.emailChange.start({ token, walletId: wallet.id, email }, newEmail)
      // The link of an earlier attempt is reused once it was approved.
      if (canRead(email ?? '')) {
        await approve(services, await readLinkToken(services, email ?? ''), '/email-change')
      }
      await page.emailChange.confirmPrimary(await codeOf(email ?? '', /current email/))
      const current = { token, walletId: wallet.id }
      await page.emailChange.confirmSecondary(await codeOf(newEmail, /new email/), current)
      await page.session.refresh()
    },
    /** Signs with the wallet. */
    sign: async (message: string) => {
      const { token, wallet } = await page.session.require()
      const purpose = { method: 'personal_sign', params: [message] }
      return await openWalletKeys(page, { token, wallet, purpose }, ({ evmKey }) =>
        signMessage(message, evmKey),
      )
    },
  }
}

/** Lets the next mails to an address be sent at once. */
export async function forgetMails(
  { custody, vault }: WalletServices,
  email: string,
): Promise<void> {
  await vault.database.db.deleteFrom('limit_events').where('key', '=', email).execute()
  await sql`delete from limit_events`.execute(custody.database.db)
  await custody.database.db.deleteFrom('device_requests').where('email', '=', email).execute()
}

type Mail = { subject: string; text: string; code: string | null; links: readonly string[] }

/** Returns the mails to an address, newest first. */
export async function readMails({ mail }: WalletServices, to: string): Promise<readonly Mail[]> {
  const response = await fetch(`${mail.inboxUrl}/mails.json?to=${encodeURIComponent(to)}`)
  const { mails } = (await response.json()) as { mails: readonly Mail[] }
  return mails
}

/** Returns the code of the newest mail with such a subject. */
export async function readCode(
  services: WalletServices,
  email: string,
  subject = /code/,
): Promise<string> {
  const mails = await readMails(services, email)
  const code = mails.find((mail) => subject.test(mail.subject))?.code
  if (code == null) throw new Error(`No code was mailed to ${email}`)
  return code
}

/** Returns the token of the newest mailed link. Skips links that remove a new device. */
export async function readLinkToken(services: WalletServices, email: string): Promise<string> {
  const mails = await readMails(services, email)
  const links = mails.flatMap((mail) => mail.links)
  const token = links
    .map((link) => new URL(link))
    .filter(({ pathname }) => pathname !== '/device/remove')
    .map(({ searchParams }) => searchParams.get('t'))
    .find(Boolean)
  if (!token) throw new Error(`No link was mailed to ${email}`)
  return token
}

/** Presses Approve on the page of a mailed link. */
export async function approve(
  { custody }: WalletServices,
  token: string,
  path: '/device' | '/email-change' = '/device',
  code?: string,
): Promise<void> {
  const response = await fetch(`${custody.url()}${path}`, {
    method: 'POST',
    headers: { origin: custody.url() },
    body: new URLSearchParams({ t: token, decision: 'approve', ...(code && { code }) }),
  })
  if (!response.ok) throw new Error(`The approval failed with status ${response.status}`)
}
