import { randomUUID } from 'node:crypto'
import { recoverMessageAddress } from 'viem'
import { expect } from 'vitest'
import { canSign, type Facts, type Keyring, type Mailbox } from './custody-model.ts'
import { type Browser, openBrowser, readMails } from './open-browser.ts'
import type { Authenticator } from './passkeys.ts'
import type { WalletServices } from './wallet-services.ts'

/** A wallet at the real services, and everything that people have for it. */
export type World = {
  services: WalletServices
  addresses: Readonly<Record<Mailbox, string>>
  evm: string
  walletId: string
  userId: string
  browsers: Browser[]
  authenticators: Readonly<Record<Keyring, Authenticator>>
  /** Credentials by the model's id of the passkey. */
  credentials: Map<number, string>
  /** Mailed links by the model's id of the change. */
  links: Map<number, URL>
  seen: Set<string>
  /** Seconds that have passed besides the real ones. */
  passedS: number
  /** Actions so far, for the report of a failure. */
  story: string[]
}

/** Makes a wallet. */
export async function createWorld(services: WalletServices): Promise<World> {
  const newAddress = () => `${randomUUID()}@example.com`
  const addresses = { first: newAddress(), second: newAddress(), foreign: newAddress() }
  const browser = await openBrowser(services)
  const evm = await browser.signIn(addresses.first)
  const { session, wallet } = await browser.page().session.require()
  return {
    services,
    addresses,
    evm,
    walletId: wallet.id,
    userId: session.user.id,
    browsers: [browser],
    authenticators: {
      owner: new Map(),
      reader: new Map(),
      thief: new Map(),
      stranger: new Map(),
    },
    credentials: new Map(),
    links: new Map(),
    seen: new Set(),
    passedS: 0,
    story: [],
  }
}

/** Returns the time in the world, in Unix seconds. */
export function timeOf({ passedS }: World): number {
  return Math.floor(Date.now() / 1_000) + passedS
}

/** Returns the state of a wallet at the services. */
export async function observe(world: World) {
  const { services, walletId, userId } = world
  const [core, vault] = [services.custody.database.db, services.vault.database.db]
  const { subject } = await core
    .selectFrom('identities')
    .select('subject')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const stored = await vault
    .selectFrom('recovery_shares as r')
    .innerJoin('identities as i', 'i.account_id', 'r.account_id')
    .leftJoin('held_shares as h', 'h.wallet_id', 'r.wallet_id')
    .select(['r.proof_hash', 'i.subject', 'h.held_at'])
    .where('r.wallet_id', '=', walletId)
    .executeTakeFirstOrThrow()
  const passkeys = await vault
    .selectFrom('passkeys')
    .select('credential_id')
    .where('wallet_id', '=', walletId)
    .execute()
  return {
    address: subject,
    vaultAddress: stored.subject,
    isRequired: stored.proof_hash !== null,
    isHeld: stored.held_at !== null,
    passkeys: passkeys.map(({ credential_id }) => credential_id).toSorted(),
    signers: await Promise.all(world.browsers.map((browser) => isSigner(world, browser))),
  }
}

async function isSigner({ evm }: World, browser: Browser): Promise<boolean> {
  const message = 'hello'
  const signature = await browser.sign(message).catch(() => null)
  return signature !== null && (await recoverMessageAddress({ message, signature })) === evm
}

/** Returns the state that the model expects. */
export function predict({ addresses, credentials }: World, facts: Facts) {
  return {
    address: addresses[facts.address],
    vaultAddress: addresses[facts.vaultAddress],
    isRequired: facts.isRequired,
    isHeld: facts.heldAt !== null,
    passkeys: facts.passkeys.map(({ id }) => credentials.get(id) ?? 'unknown').toSorted(),
    signers: facts.devices.map((_, index) => canSign(facts, index)),
  }
}

const LINKS = [
  { changes: 'passkeyChanges', path: '/passkeys/undo', subject: /passkey/ },
  { changes: 'addressChanges', path: '/email-change', subject: /^Your wallet has a new email$/ },
  { changes: 'deviceLinks', path: '/device/remove', subject: /./ },
] as const

/** Reads the links of the changes that the model says were mailed since. */
export async function collectLinks(world: World, facts: Facts): Promise<void> {
  for (const { changes, ...mail } of LINKS) {
    const made = facts[changes].filter(({ id }) => !world.links.has(id))
    for (const mailbox of ['first', 'second', 'foreign'] as const) {
      const mailed = made.filter(({ receivers }) => receivers.includes(mailbox))
      const read = () => readNewLinks(world, mailbox, mail)
      if (mailed.length > 0) await expect.poll(read).toHaveLength(mailed.length)
      const links = await read()
      for (const [index, link] of links.entries()) {
        const id = mailed[index]?.id
        if (id === undefined) throw new Error(`A link was mailed to ${mailbox}: ${link.pathname}`)
        world.links.set(id, link)
        world.seen.add(link.href)
      }
    }
  }
}

/** Returns the links that were not seen yet, oldest first. */
async function readNewLinks(
  { services, addresses, seen }: World,
  mailbox: Mailbox,
  { path, subject }: { path: string; subject: RegExp },
): Promise<readonly URL[]> {
  const mails = await readMails(services, addresses[mailbox])
  return mails
    .filter((mail) => subject.test(mail.subject))
    .flatMap(({ links }) => links)
    .map((link) => new URL(link))
    .filter(({ pathname, href }) => pathname === path && !seen.has(href))
    .toReversed()
}
