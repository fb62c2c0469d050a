import { query } from '@bullring/stack/testing/query'
import { expect } from '@playwright/test'
import { type ChainDriver, driveChain } from '../chain/chain-driver.ts'
import { type DescribedStack, readStack } from './described-stack.ts'
import { spawnStack } from './spawn-stack.ts'
import { OWN_STACK_PORT } from './stacks.ts'

/** A game with the embedded wallet: custody, vault and a mailbox besides the services of every stack. */
export type EmbeddedWalletStack = {
  /** Origin of the game: the only one that may embed the frame. */
  url: string
  /** Origin of the frame. */
  frameUrl: string
  inboxUrl: string
  chain: ChainDriver
  /** Waits for the code of a mail to `address` other than the given ones. */
  codeFor: (address: string, ...others: readonly string[]) => Promise<string>
  /** Waits for a mailed link to a page. */
  linkFor: (address: string, path: '/device' | '/email-change') => Promise<string>
  /** Moves the mails to `address` into the past, so that the next one may be sent at once (R-EMAIL-2). */
  endMailCooldown: (address: string) => Promise<void>
}

const COOLDOWN_SECONDS = 31

type Mail = { to: readonly string[]; code: string | null; links: readonly string[] }

/** Opens the embedded wallet of the project's stack. */
export async function openEmbeddedWallet(): Promise<EmbeddedWalletStack> {
  return embeddedWalletOf(await readStack())
}

/**
 * Starts a stack whose services have other variables than the project's stack.
 *
 * @param variables - Of the services.
 */
export async function startEmbeddedWalletStack(
  variables: Readonly<Record<string, string>>,
): Promise<EmbeddedWalletStack & { stop: () => Promise<void> }> {
  const { stack, stop } = await spawnStack(OWN_STACK_PORT, {
    ...variables,
    TEST_EMBEDDED_WALLET: 'true',
  })
  return { ...embeddedWalletOf(stack), stop }
}

function embeddedWalletOf({ url, embeddedWallet, ...market }: DescribedStack): EmbeddedWalletStack {
  if (embeddedWallet === null) throw new Error('The stack has no embedded wallet')
  const mails = mailsAt(`${embeddedWallet.inboxUrl}/mails.json`)
  return {
    url,
    frameUrl: embeddedWallet.url,
    inboxUrl: embeddedWallet.inboxUrl,
    chain: driveChain(market),
    codeFor: (address, ...others) =>
      mails(address, ({ code }) => (code === null || others.includes(code) ? undefined : code)),
    linkFor: (address, path) =>
      mails(address, ({ links }) => links.find((link) => new URL(link).pathname === path)),
    endMailCooldown: async (address) => {
      await query(
        embeddedWallet.vaultDatabaseUrl,
        `update limit_events set at = at - $1::int8 where kind in ('mail-to', 'mail-to-owner') and key = $2`,
        [COOLDOWN_SECONDS, address],
      )
    },
  }
}

function mailsAt(url: string) {
  return async (address: string, find: (mail: Mail) => string | undefined): Promise<string> => {
    let found: string | undefined
    const search = async () => {
      const { mails } = (await (await fetch(url)).json()) as { mails: readonly Mail[] }
      found = mails
        .filter(({ to }) => to.includes(address))
        .map(find)
        .find((part) => part !== undefined)
      return found
    }
    await expect.poll(search).toBeDefined()
    if (found === undefined) throw new Error('The mail has disappeared')
    return found
  }
}
