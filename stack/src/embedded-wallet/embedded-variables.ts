import type { Bundler } from '../bundler/bundler.ts'
import type { LocalFarcaster } from '../farcaster/start-farcaster.ts'
import type { LoginProvider } from '../login-provider/start-login-provider.ts'
import { projectIdOf, type ServedMarket, variablesOf } from '../service-variables.ts'
import type { StackSettings } from '../settings.ts'
import { type EmbeddedKeys, publicKeyOf } from './embedded-keys.ts'
import { type EmbeddedUrls, isPublished } from './embedded-urls.ts'

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

/** Developers log in again and again, from one address. Where strangers play, the limits hold on a local chain too. */
const VAULT_LIMITS_OF_DEVELOPERS = {
  VAULT_MAILS_PER_HOUR: '100',
  VAULT_MAILS_PER_DAY: '1000',
  VAULT_MAILS_PER_HOUR_AND_IP: '1000',
  VAULT_RELEASES_PER_DAY: '100',
}

/** Returns the environment of the vault. */
export function vaultVariables(
  settings: StackSettings,
  { urls, keys, smtpUrl, loginProvider, farcaster }: EmbeddedOptions,
  databaseUrl: string,
): Record<string, string> {
  return {
    ...(keys !== null && {
      VAULT_KEKS: keys.vaultKek,
      VAULT_ASSERTION_KEY: keys.assertionKey,
      VAULT_CUSTODY_PUBLIC_KEY: publicKeyOf(keys.receiptKey),
    }),
    ...(loginProvider !== null && {
      VAULT_OAUTH_LOCAL_URL: loginProvider.url,
      VAULT_OAUTH_CLIENTS: loginProvider.clients,
    }),
    ...farcaster?.variables('VAULT'),
    ...(smtpUrl !== null && { VAULT_SMTP_URL: smtpUrl, VAULT_MAIL_FROM: LOCAL_SENDER }),
    ...(smtpUrl !== null && !isPublished(settings) && VAULT_LIMITS_OF_DEVELOPERS),
    VAULT_HOST: settings.host,
    VAULT_PORT: `${urls.vault.port}`,
    VAULT_APP_URLS: gameOrigins(settings).join(','),
    ...variablesOf(settings, 'VAULT_'),
    VAULT_PUBLIC_URL: urls.vault.publicUrl,
    VAULT_FRAME_URLS: urls.custody.publicUrl,
    VAULT_DATABASE_URL: databaseUrl,
  }
}

/** Returns the environment of the custody service. */
export function custodyVariables(
  settings: StackSettings,
  options: EmbeddedOptions,
  databaseUrl: string,
): Record<string, string> {
  const { urls, keys, smtpUrl, loginProvider, farcaster, bundler, market, walletUrl, frameRoot } =
    options
  const projectId = projectIdOf(settings)
  return {
    ...(keys !== null && {
      CUSTODY_KEKS: keys.custodyKek,
      CUSTODY_VAULT_PUBLIC_KEY: publicKeyOf(keys.assertionKey),
      CUSTODY_RECEIPT_KEY: keys.receiptKey,
      ...(!isPublished(settings) && { CUSTODY_RECOVERIES_PER_DAY: '100' }),
    }),
    ...(smtpUrl !== null && { CUSTODY_SMTP_URL: smtpUrl, CUSTODY_MAIL_FROM: LOCAL_SENDER }),
    ...(loginProvider !== null && {
      CUSTODY_OAUTH_LOCAL_URL: loginProvider.url,
      CUSTODY_OAUTH_CLIENTS: loginProvider.clients,
    }),
    ...farcaster?.variables('CUSTODY'),
    ...(bundler !== null && {
      CUSTODY_BUNDLER_URL: bundler.url,
      CUSTODY_BUNDLER_TOKEN: bundler.tokens?.custody ?? '',
    }),
    CUSTODY_HOST: settings.host,
    CUSTODY_PORT: `${urls.custody.port}`,
    CUSTODY_PROJECTS: `${projectId}=${gameOrigins(settings).join(',')}`,
    CUSTODY_CHAIN_IDS: `${settings.chain.id}`,
    CUSTODY_MARKETS: marketsOf(settings.chain.id, market),
    CUSTODY_MARKET_KIND: market.kind === 'public' ? market.marketKind : '',
    ...variablesOf(settings, 'CUSTODY_'),
    CUSTODY_PUBLIC_URL: urls.custody.publicUrl,
    CUSTODY_VAULT_URL: urls.vault.publicUrl,
    CUSTODY_WALLET_SERVICE_URL: walletUrl,
    CUSTODY_WALLET_PROJECT_ID: projectId,
    CUSTODY_FRAME_ROOT: frameRoot,
    CUSTODY_DATABASE_URL: databaseUrl,
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

function marketsOf(chainId: number, market: ServedMarket): string {
  if (market.kind === 'listed') return ''
  const entry = (symbol: string, prediction: string) => `${chainId}:${symbol}=${prediction}`
  if (market.kind === 'public') return entry('BNB', market.prediction)
  const { market: bnb, btc } = market.localGame
  const entries = [entry('BNB', bnb.prediction)]
  if (btc !== null) entries.push(entry('BTC', btc.market.prediction))
  return entries.join(',')
}
