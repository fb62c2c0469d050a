import { type LocalFarcaster, startFarcaster } from '../farcaster/start-farcaster.ts'
import { startLoginProvider } from '../login-provider/start-login-provider.ts'
import { type MailServer, startMailServer } from '../mail/start-mail-server.ts'
import type { StackSettings } from '../settings.ts'
import type { RunningService, ServiceOptions } from '../start-service.ts'
import { together } from '../together.ts'
import { custodyVariables, type EmbeddedOptions, vaultVariables } from './embedded-variables.ts'
import { hasLocalFarcaster, hasLocalProvider, offeredSocials } from './offered-socials.ts'

/** The running services of the embedded wallet. */
export type EmbeddedWallet = {
  /** URL of the frame, as browsers reach it. */
  url: string
  vaultUrl: string
  /** URLs of its services on this machine, by their names. */
  services: { custody: string; vault: string }
  /** Social accounts that its services can check. */
  socials: readonly string[]
  /** Page with the mails of a local chain; null when real mails are sent. */
  inboxUrl: string | null
  stop: () => Promise<void>
}

export type StartOptions = Omit<EmbeddedOptions, 'smtpUrl' | 'loginProvider' | 'farcaster'> & {
  databases: { custody: string; vault: string }
  start: (options: ServiceOptions) => Promise<RunningService>
}

/**
 * Starts the mail server of a local chain, the vault and the custody service.
 *
 * @throws {StackError} when one does not start; nothing is left running then.
 */
export async function startEmbeddedWallet(
  settings: StackSettings,
  { databases, start, ...options }: StartOptions,
): Promise<EmbeddedWallet> {
  await using cleanup = new AsyncDisposableStack()
  const mail = await startMail(options.urls.inboxPort)
  if (mail !== null) cleanup.defer(mail.stop)
  const isLocal = hasLocalProvider(settings, options.urls)
  const loginProvider = isLocal ? await startLoginProvider({ port: 0 }) : null
  if (loginProvider !== null) cleanup.defer(loginProvider.stop)
  const farcaster = await startLocalFarcaster(settings, options)
  if (farcaster !== null) cleanup.defer(farcaster.stop)
  const embedded = { ...options, loginProvider, farcaster, smtpUrl: mail?.smtpUrl ?? null }
  const vaultEnv = vaultVariables(settings, embedded, databases.vault)
  const custodyEnv = custodyVariables(settings, embedded, databases.custody)
  const startOne = async (service: 'vault' | 'custody', env: Record<string, string>) => {
    const { url, stop } = await start({ service, env })
    cleanup.defer(stop)
    return url
  }
  const [vault, custody] = await together(
    startOne('vault', vaultEnv),
    startOne('custody', custodyEnv),
  )
  const running = cleanup.move()
  return {
    url: options.urls.custody.publicUrl,
    vaultUrl: options.urls.vault.publicUrl,
    services: { custody, vault },
    socials: offeredSocials(vaultEnv, custodyEnv),
    inboxUrl: mail?.inboxUrl ?? null,
    stop: () => running.disposeAsync(),
  }
}

async function startLocalFarcaster(
  settings: StackSettings,
  { urls, market }: Pick<StartOptions, 'urls' | 'market'>,
): Promise<LocalFarcaster | null> {
  if (market.kind !== 'local' || !hasLocalFarcaster(settings, urls)) return null
  return await startFarcaster({ port: 0, rpcUrl: market.localGame.rpcUrl })
}

async function startMail(inboxPort: number | null): Promise<MailServer | null> {
  return inboxPort === null ? null : await startMailServer({ port: inboxPort })
}
