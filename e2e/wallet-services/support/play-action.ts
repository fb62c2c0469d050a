import { PasskeyError } from '@bullring/frame/frame-errors'
import { openKeys } from '@bullring/frame/keys/open-keys'
import { removeDevice } from '@bullring/frame/login/remove-device'
import { readRecoveryShares, readVaultShare } from '@bullring/frame/login/wallet-enrolment'
import { addPasskey, removePasskey } from '@bullring/frame/passkey/protect-wallet'
import { createSigningDevice } from '@bullring/login-server/testing/signing-device'
import {
  type Action,
  type Facts,
  keyringOf,
  linkOf,
  loginAddress,
  type Mailbox,
  reads,
  type Undo,
} from './custody-model.ts'
import { type Browser, forgetMails, GUESS, openBrowser } from './open-browser.ts'
import { passTime } from './pass-time.ts'
import { withAuthenticator } from './passkeys.ts'
import type { WalletServices } from './wallet-services.ts'
import type { World } from './wallet-world.ts'

/** Tries an action of the model at the real services. Returns whether it succeeded. */
export async function playAction(world: World, facts: Facts, action: Action): Promise<boolean> {
  const { services, addresses } = world
  for (const email of Object.values(addresses)) await forgetMails(services, email)
  await services.vault.database.db.deleteFrom('limit_events').execute()
  const attempt = async () => {
    try {
      return await play(world, facts, action).catch((error: unknown) => {
        if (!(error instanceof PasskeyError)) throw error
        // The page would stop here. An attacker's page goes on.
        return playWithoutPasskey(world, facts, action)
      })
    } catch (error) {
      world.story.push(`  ${String(error)}`)
      return false
    }
  }
  const keyring = keyringOf('by' in action ? action.by : 'stranger')
  return await withAuthenticator(world.authenticators[keyring], attempt)
}

async function play(world: World, facts: Facts, action: Action): Promise<boolean> {
  switch (action.do) {
    case 'log in':
      return await logIn(world, facts, action)
    case 'remove device': {
      const { page, own } = await atDevice(world, action.device)
      await removeDevice(page, own, browserOf(world, action.other).device.id)
      return true
    }
    case 'add passkey': {
      const page = browserOf(world, action.device).page()
      await addPasskey(page, world.walletId, { user: action.by, device: action.by })
      await nameCredential(world, facts.nextId)
      return true
    }
    case 'remove passkey': {
      const page = browserOf(world, action.device).page()
      await removePasskey(page, world.walletId, credentialOf(world, facts, action.passkey))
      return true
    }
    case 'change address': {
      const canRead = (email: string) => reads(action.by, mailboxOf(world, email))
      await browserOf(world, action.device).changeEmail(world.addresses[action.to], canRead)
      return true
    }
    case 'export': {
      const { page, own, wallet } = await atDevice(world, action.device)
      const shares = await readRecoveryShares(page, own.token, world.walletId)
      return await openKeys(shares, wallet, ({ evm }) => evm === world.evm)
    }
    case 'undo passkeys':
    case 'undo address':
      return await press(world, facts, action, 'undo')
    case 'undo device':
      return await press(world, facts, action, 'remove')
    case 'intrude':
      return await intrude(world, facts)
    case 'reload':
      browserOf(world, action.device).reload()
      return true
    case 'wait':
      await passTime(world.services, action.seconds)
      world.passedS += action.seconds
      return true
  }
}

/** Sends requests that need a passkey, without its proof. */
async function playWithoutPasskey(world: World, facts: Facts, action: Action): Promise<boolean> {
  if (!('device' in action) || action.device === null || action.do === 'log in') return false
  const { walletId, addresses } = world
  const { custody, vault, session } = browserOf(world, action.device).page()
  const { token } = await session.require()
  const { receipt } = await custody.readSessionReceipt(token)
  switch (action.do) {
    case 'remove device': {
      const { assertion } = await vault.proveOwner({ walletId, proof: null, receipt })
      const deviceId = browserOf(world, action.other).device.id
      await custody.revokeDevice({ deviceId, assertion }, token)
      return true
    }
    case 'remove passkey': {
      const credentialId = credentialOf(world, facts, action.passkey)
      await vault.removePasskey({ walletId, credentialId, proof: null, share: null })
      return true
    }
    case 'change address':
      await vault.updateEmail({ email: addresses[action.to], walletId, proof: null, receipt })
      return true
    default:
      return false
  }
}

function credentialOf({ credentials }: World, { passkeys }: Facts, index: number): string {
  return credentials.get(passkeys[index]?.id ?? 0) ?? ''
}

function browserOf({ browsers }: World, index: number): Browser {
  const browser = browsers[index]
  if (browser === undefined) throw new TypeError(`no browser ${index}`)
  return browser
}

async function atDevice(world: World, index: number) {
  const page = browserOf(world, index).page()
  const { token, wallet } = await page.session.require()
  return { page, wallet, own: { token, walletId: world.walletId } }
}

function mailboxOf({ addresses }: World, email: string): Mailbox {
  const found = (['first', 'second', 'foreign'] as const).find((each) => addresses[each] === email)
  if (found === undefined) throw new TypeError(`no mailbox ${email}`)
  return found
}

async function logIn(
  world: World,
  facts: Facts,
  { by, device, isFlooded }: Action & { do: 'log in' },
): Promise<boolean> {
  const { services, addresses, evm } = world
  const mailbox = loginAddress(facts, by) ?? facts.address
  const browser = device === null ? await openBrowser(services) : browserOf(world, device)
  if (device === null && mailbox === facts.address) world.browsers.push(browser)
  // A page mails no second code within 30 seconds of its first one.
  browser.reload()
  if (isFlooded) await requestMails(services, addresses[mailbox])
  return (await browser.logIn(addresses[mailbox])) === evm
}

/** Has a stranger use up the mails of an address for the moment. */
async function requestMails({ custody, vault }: WalletServices, email: string): Promise<void> {
  const pageOrigin = custody.url()
  const core = await createSigningDevice({ baseUrl: custody.url, pageOrigin })
  const codes = await createSigningDevice({ baseUrl: vault.url, pageOrigin })
  await core.post('/core/email/start', { email })
  await codes.post('/otp/send', { email, purpose: 'login' })
}

async function nameCredential(world: World, id: number): Promise<void> {
  const known = new Set(world.credentials.values())
  const rows = await world.services.vault.database.db
    .selectFrom('passkeys')
    .select('credential_id')
    .where('wallet_id', '=', world.walletId)
    .execute()
  const added = rows.find(({ credential_id }) => !known.has(credential_id))
  if (added !== undefined) world.credentials.set(id, added.credential_id)
}

/** Presses the button of the page behind a mailed link. */
async function press(
  { links }: World,
  facts: Facts,
  action: Undo,
  decision: 'undo' | 'remove',
): Promise<boolean> {
  const link = links.get(linkOf(facts, action)?.id ?? 0)
  if (link === undefined) throw new TypeError('no such link')
  const t = link.searchParams.get('t') ?? ''
  const response = await fetch(`${link.origin}${link.pathname}`, {
    method: 'POST',
    headers: { origin: link.origin },
    body: new URLSearchParams({ t, decision }),
  })
  return response.ok
}

/** Tries everything that takes no mail and no device of the owner's. Returns whether any of it succeeded. */
async function intrude({ services, addresses, walletId, browsers }: World, facts: Facts) {
  const { custody, vault, login } = (await openBrowser(services)).page()
  const [owner] = browsers
  const deviceId = owner?.device.id ?? ''
  const page = (await openBrowser(services)).page()
  await login.start(addresses[facts.address], null)
  await page.vault.sendOtp({ email: addresses[facts.address], purpose: 'login' })
  const attempts = [
    login.verify(GUESS),
    page.vault.verifyOtp({ email: addresses[facts.address], purpose: 'login', otp: GUESS }),
    readVaultShare(page, walletId),
    vault.listPasskeys({ walletId }),
    addPasskey(page, walletId, { user: 'a stranger', device: 'a stranger' }),
    vault.updateEmail({ email: addresses.foreign, walletId, proof: null }),
    custody.openSession({ assertion: GUESS }),
    custody.readRecoveryShare(GUESS),
    custody.revokeDevice({ deviceId }, GUESS),
    custody.startEmailChange(addresses.foreign, GUESS),
  ]
  const outcomes = await Promise.allSettled(attempts)
  return outcomes.some(({ status }) => status === 'fulfilled')
}
