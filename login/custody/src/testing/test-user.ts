import { type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import { walletProofText } from '@bullring/login-api/custody-api/wallet'
import {
  ASSERTION_ALGORITHM,
  ASSERTION_AUDIENCE,
  ASSERTION_ISSUER,
  ASSERTION_TYPE,
  type LoginAssertion,
} from '@bullring/login-api/vault-api/assertion'
import {
  createSigningDevice,
  type DeviceResponse,
  type PostOptions,
  type SigningDevice,
} from '@bullring/login-server/testing/signing-device'
import { SignJWT } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod'
import { PUBLIC_ORIGIN, type TestCustody } from './start-test-custody.ts'

/**
 * A device at the custody service.
 *
 * @param options - `appOrigin` is of the page around the frame.
 */
export function createDevice(
  custody: TestCustody,
  options: { appOrigin?: string } = {},
): Promise<SigningDevice> {
  const { nowMs } = custody
  return createSigningDevice({
    ...options,
    baseUrl: () => custody.url,
    pageOrigin: PUBLIC_ORIGIN,
    audience: PUBLIC_ORIGIN,
    nowMs,
  })
}

/** Returns an address that no other test uses. */
export function newEmail(): string {
  return `${randomUUID()}@example.com`
}

type AssertionOptions = {
  /** Signs in place of the vault's key. */
  key?: KeyObject
  claims?: Partial<LoginAssertion>
  header?: { typ?: string }
  audience?: string
  issuer?: string
  /** Seconds since it was issued. */
  age?: number
}

/** Signs what the vault signs once the mailed code was typed on a device. */
export function signAssertion(
  custody: TestCustody,
  { email, device }: { email: string; device: SigningDevice },
  options: AssertionOptions = {},
): Promise<string> {
  const { key, claims, header, audience = ASSERTION_AUDIENCE, issuer = ASSERTION_ISSUER } = options
  const nowS = Math.floor(custody.nowMs() / 1_000) - (options.age ?? 0)
  const assertion: LoginAssertion = {
    jti: randomUUID(),
    device: device.id,
    identity: { provider: 'email', subject: email, email, name: null },
    amr: ['otp'],
    auth_time: nowS,
    purpose: 'login',
    ...claims,
  }
  return new SignJWT({ ...assertion })
    .setProtectedHeader({ alg: ASSERTION_ALGORITHM, typ: ASSERTION_TYPE, ...header })
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(nowS)
    .setExpirationTime(nowS + 60)
    .sign(key ?? custody.vaultKey)
}

const Opened = z.object({
  token: z.string(),
  session: z.object({ user: z.object({ id: z.string() }) }),
})

/** A device that is logged in. */
export type LoggedIn = {
  device: SigningDevice
  email: string
  token: string
  userId: string
  /** POSTs with the session. */
  post: (path: string, body?: object, options?: PostOptions) => Promise<DeviceResponse>
}

/** Opens a session with the vault's assertion. The device must be approved if there is a wallet. */
export async function logIn(
  custody: TestCustody,
  email: string,
  device: SigningDevice,
): Promise<LoggedIn> {
  const assertion = await signAssertion(custody, { email, device })
  const { status, body } = await device.post('/core/session/open', { assertion })
  if (status !== 200) throw new Error(`The login failed: ${JSON.stringify(body)}`)
  const { token, session } = Opened.parse(body)
  return {
    device,
    email,
    token,
    userId: session.user.id,
    post: (path, value = {}, options) => device.post(path, value, { token, ...options }),
  }
}

/** Returns a random share. */
export function newShare(): string {
  return randomBytes(21).toString('base64url')
}

const SOLANA = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM'

/** Returns the body that stores a new wallet, with its proof. */
export async function newWallet({ userId, device }: LoggedIn) {
  const account = privateKeyToAccount(generatePrivateKey())
  const walletId = randomUUID()
  return {
    walletId,
    evm: account.address,
    solana: SOLANA,
    authShare: newShare(),
    recoveryShare: newShare(),
    proof: await account.signMessage({ message: walletProofText(walletId, userId, device.id) }),
  }
}

/** Logs a new user in on a new device, and stores a wallet. */
export async function createUserWithWallet(
  custody: TestCustody,
  options: { appOrigin?: string } = {},
) {
  const user = await logIn(custody, newEmail(), await createDevice(custody, options))
  const wallet = await newWallet(user)
  const { status, body } = await user.post('/core/wallet/create', wallet)
  if (status !== 200) throw new Error(`The wallet was not stored: ${JSON.stringify(body)}`)
  return { ...user, wallet }
}

/** Signs what the vault signs for the owner of a wallet who removes a device. */
export function signRemoval(
  custody: TestCustody,
  { device, email, wallet }: Pick<LoggedIn, 'device' | 'email'> & { wallet: { walletId: string } },
  claims: Partial<LoginAssertion> = {},
): Promise<string> {
  const removal = { purpose: 'remove-device', wallet: wallet.walletId, ...claims } as const
  return signAssertion(custody, { email, device }, { claims: removal })
}

/** Removes another device of a user, as its owner. */
export async function revokeDevice(
  custody: TestCustody,
  user: LoggedIn & { wallet: { walletId: string } },
  deviceId: string,
  options: PostOptions = {},
): Promise<DeviceResponse> {
  const assertion = await signRemoval(custody, user)
  return await user.post('/core/devices/revoke', { deviceId, assertion }, options)
}

const Mails = z.object({
  mails: z.array(z.object({ subject: z.string(), text: z.string(), links: z.array(z.string()) })),
})

/** Returns the mails to an address, newest first. */
export async function readMails({ mail }: TestCustody, to: string) {
  const response = await fetch(`${mail.inboxUrl}/mails.json?to=${encodeURIComponent(to)}`)
  return Mails.parse(await response.json()).mails
}

/** Returns path and query of the link in the newest mail. */
export async function readLink(custody: TestCustody, to: string): Promise<string> {
  const [newest] = await readMails(custody, to)
  const link = newest?.links.find((each) => each.startsWith(`${PUBLIC_ORIGIN}/device?t=`))
  if (link === undefined) throw new Error(`No link was mailed to ${to}`)
  return link.slice(PUBLIC_ORIGIN.length)
}

/** Presses a button of the page behind a link. Returns the page's text. */
export async function decide(
  custody: TestCustody,
  link: string,
  decision: string,
  code?: string,
): Promise<string> {
  const t = new URLSearchParams(link.slice(link.indexOf('?'))).get('t') ?? ''
  const response = await fetch(`${custody.url}/device`, {
    method: 'POST',
    headers: { origin: PUBLIC_ORIGIN },
    body: new URLSearchParams({ t, decision, ...(code !== undefined && { code }) }),
  })
  return response.text()
}

/** Logs a user in on another device: link, approval, code. */
export async function logInElsewhere(
  custody: TestCustody,
  email: string,
  another?: SigningDevice,
): Promise<LoggedIn> {
  const device = another ?? (await createDevice(custody))
  await device.post('/core/email/start', { email })
  await decide(custody, await readLink(custody, email), 'approve')
  return await logIn(custody, email, device)
}
