import type { Bundler } from '../bundler/bundler.ts'
import type { LocalFarcaster } from '../farcaster/start-farcaster.ts'
import type { LoginProvider } from '../login-provider/start-login-provider.ts'
import {
  marketVariables,
  projectIdOf,
  type ServedMarket,
  variablesOf,
} from '../service-variables.ts'
import type { StackSettings } from '../settings.ts'
import { type EmbeddedKeys, publicKeyOf } from './embedded-keys.ts'
import { type EmbeddedUrls, isPublished } from './embedded-urls.ts'
import { isHere } from './offered-socials.ts'

export type EmbeddedOptions = {
  urls: EmbeddedUrls
  /** Null on a public chain, where the operator sets them. */
  keys: EmbeddedKeys | null
  /** Null when the operator names a mail server. */
  smtpUrl: string | null
  /** Stands in for the social sites; null for the real ones. */
  loginProvider: Pick<LoginProvider, 'url' | 'clients'> | null
  /** Stands in for Farcaster; null for the real one. */
  farcaster: Pick<LocalFarcaster, 'variables'> | null
  /** Null without smart accounts. */
  bundler: Pick<Bundler, 'url' | 'tokens'> | null
  market: ServedMarket
  walletUrl: string
  /** Folder of the built frame; empty serves none. */
  frameRoot: string
}

const LOCAL_SENDER = 'Bullring <login@bullring.test>'

/** Returns the environment of the vault. */
export function vaultVariables(
  settings: StackSettings,
  options: EmbeddedOptions,
  databaseUrl: string,
): Record<string, string> {
  const { urls, keys, loginProvider, farcaster } = options
  return {
    ...(keys !== null && {
      VAULT_KEKS: keys.vaultKek,
      VAULT_ASSERTION_KEY: keys.assertionKey,
      VAULT_CUSTODY_PUBLIC_KEY: publicKeyOf(keys.receiptKey),
    }),
    ...(loginProvider !== null && { VAULT_OAUTH_CLIENTS: loginProvider.clients }),
    ...farcaster?.variables('VAULT'),
    ...variablesOf(settings, 'VAULT_'),
    ...loginVariables(settings, options),
    PORT: `${urls.vault.port}`,
    VAULT_DATABASE_URL: databaseUrl,
  }
}

/** Returns the environment of the custody service. */
export function custodyVariables(
  settings: StackSettings,
  options: EmbeddedOptions,
  databaseUrl: string,
): Record<string, string> {
  const { urls, keys, loginProvider, farcaster, bundler, market, walletUrl, frameRoot } = options
  return {
    ...(keys !== null && {
      CUSTODY_KEKS: keys.custodyKek,
      CUSTODY_VAULT_PUBLIC_KEY: publicKeyOf(keys.assertionKey),
      CUSTODY_RECEIPT_KEY: keys.receiptKey,
    }),
    ...(loginProvider !== null && { CUSTODY_OAUTH_CLIENTS: loginProvider.clients }),
    ...farcaster?.variables('CUSTODY'),
    ...(bundler !== null && {
      BUNDLER_URL: bundler.url,
      BUNDLER_CUSTODY_TOKEN: bundler.tokens?.custody ?? '',
    }),
    CHAIN_ID: `${settings.chain.id}`,
    ...marketVariables(settings, market),
    ...variablesOf(settings, 'CUSTODY_'),
    ...loginVariables(settings, options),
    PORT: `${urls.custody.port}`,
    WALLET_SERVICE_URL: walletUrl,
    GAME_PROJECT_ID: projectIdOf(settings),
    CUSTODY_FRAME_ROOT: frameRoot,
    CUSTODY_DATABASE_URL: databaseUrl,
  }
}

/** Variables of both services. */
function loginVariables(
  settings: StackSettings,
  { urls, keys, smtpUrl, loginProvider }: EmbeddedOptions,
): Record<string, string> {
  const { MAIL_URL = '', MAIL_FROM = '', CUSTODY_PROJECTS } = settings.serviceEnv
  // The limits hold on a local chain too, if strangers can reach it.
  const isForDevelopers =
    keys !== null && smtpUrl !== null && isHere(urls) && !isPublished(settings)
  return {
    BULLRING_HOST: settings.host,
    CUSTODY_PUBLIC_URL: urls.custody.publicUrl,
    VAULT_PUBLIC_URL: urls.vault.publicUrl,
    CUSTODY_PROJECTS:
      CUSTODY_PROJECTS || `${projectIdOf(settings)}=${gameOrigins(settings).join(',')}`,
    MAIL_URL: smtpUrl ?? MAIL_URL,
    MAIL_FROM: smtpUrl === null ? MAIL_FROM : LOCAL_SENDER,
    ...(loginProvider !== null && { OAUTH_LOCAL_URL: loginProvider.url }),
    ...(isForDevelopers && { LOGIN_DEVELOPER_LIMITS: 'true' }),
  }
}

/** Origins of the game's pages: by name, by address, and as published. */
function gameOrigins({ host, port, serviceEnv }: StackSettings): string[] {
  const { GAME_PUBLIC_URL = '', GAME_ALLOWED_ORIGINS = '' } = serviceEnv
  const published = `${GAME_PUBLIC_URL},${GAME_ALLOWED_ORIGINS}`.split(',').filter(Boolean)
  // Another program of a visitor's machine may serve pages at these addresses.
  const names = GAME_PUBLIC_URL === '' ? [host, '127.0.0.1', 'localhost'] : []
  const local = names.map((name) => `http://${name}:${port}`)
  return [...new Set([...published, ...local].map((url) => new URL(url).origin))]
}
