import { StackError } from '../errors.ts'
import { hostUrl } from '../host-url.ts'
import type { StackSettings } from '../settings.ts'

/** URLs at which browsers reach the embedded wallet, and ports on which its services listen. */
export type EmbeddedUrls = {
  custody: { port: number; publicUrl: string }
  vault: { port: number; publicUrl: string }
  /** Port of the mailbox page; null when the operator names a mail server. */
  inboxPort: number | null
}

/** Addresses that mean every interface: no browser connects to them. */
export const ANY_HOST: ReadonlySet<string> = new Set(['0.0.0.0', '::'])

/**
 * Returns the addresses of the embedded wallet, on the ports after the game's; null when it is left out.
 *
 * @throws {StackError} when it is required, but has no address that browsers can reach.
 */
export function embeddedUrls(settings: StackSettings): EmbeddedUrls | null {
  const { port, host, serviceEnv, embeddedWallet, chain } = settings
  if (embeddedWallet === 'off') return null
  const custodyUrl = serviceEnv['CUSTODY_PUBLIC_URL']
  const vaultUrl = serviceEnv['VAULT_PUBLIC_URL']
  if ((isPublished(settings) || chain.kind === 'public') && !(custodyUrl && vaultUrl)) {
    if (embeddedWallet === 'auto') return null
    throw new StackError(
      'EMBEDDED_WALLET=on needs CUSTODY_PUBLIC_URL and VAULT_PUBLIC_URL: the addresses at which browsers reach the embedded wallet.',
    )
  }
  const isOwnMail = !serviceEnv['MAIL_URL']
  return {
    custody: { port: port + 1, publicUrl: custodyUrl || hostUrl(host, port + 1) },
    vault: { port: port + 2, publicUrl: vaultUrl || hostUrl(host, port + 2) },
    inboxPort: chain.kind === 'local' && isOwnMail ? port + 3 : null,
  }
}

/** Whether strangers reach the game. */
export function isPublished({ host, serviceEnv }: StackSettings): boolean {
  return Boolean(serviceEnv['GAME_PUBLIC_URL']) || ANY_HOST.has(host)
}
