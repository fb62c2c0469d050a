import type { Bundler } from './bundler/bundler.ts'
import { privateKeyOf } from './chain/local-accounts.ts'
import type { LocalMarket } from './chain/local-market.ts'
import type { PublicMarket } from './chain/resolve-market.ts'
import { hostUrl } from './host-url.ts'
import type { LocalGame } from './local-game.ts'
import type { StackSettings } from './settings.ts'

/** Project id that our page sends to the wallet service. */
export const PROJECT_ID = 'bullring'

/** The market to serve. */
export type ServedMarket =
  | { kind: 'local'; localGame: LocalGame }
  | ({ kind: 'public' } & PublicMarket)
  /** Markets of a public chain that GAME_MARKETS names. */
  | { kind: 'listed'; rpcUrl: string; priceFeed: string | null }

/** Returns the environment of the game service. On a public chain it has no local-only variables. */
export function gameVariables(
  settings: StackSettings,
  options: {
    databaseUrl: string
    webRoot: string
    market: ServedMarket
    walletUrl: string
    /** Null for none; so is `embeddedWallet`. */
    relayServiceUrl: string | null
    embeddedWallet: { url: string; socials: readonly string[] } | null
    /** URLs of the other services, by their names. */
    services: Readonly<Record<string, string>>
  },
): Record<string, string> {
  const { embeddedWallet } = options
  return {
    ...(embeddedWallet && { GAME_EMBEDDED_WALLET_SOCIALS: embeddedWallet.socials.join(',') }),
    ...variablesOf(settings, 'GAME_'),
    BULLRING_HOST: settings.host,
    PORT: `${settings.port}`,
    CHAIN_ID: `${settings.chain.id}`,
    DATABASE_URL: options.databaseUrl,
    GAME_WEB_ROOT: options.webRoot,
    WALLET_SERVICE_URL: options.walletUrl,
    ...(options.relayServiceUrl !== null && { GAME_RELAY_SERVICE_URL: options.relayServiceUrl }),
    GAME_PROJECT_ID: projectIdOf(settings),
    OPERATOR_TOKEN: settings.serviceEnv['OPERATOR_TOKEN'] ?? '',
    OPERATOR_SERVICES: operatorServices(settings, options.services),
    CUSTODY_PUBLIC_URL: embeddedWallet?.url ?? otherWalletUrl(settings),
    ...chainVariables(options.market, settings),
  }
}

/**
 * Returns the environment of the wallet service. Our pages reach it through the game service, so it listens on this
 * machine and trusts the game service's forwarding headers. With a fixed port, the operator's proxy can publish it
 * at a separate origin for other people's apps.
 */
export function walletVariables(
  settings: StackSettings,
  options: {
    databaseUrl: string
    market: ServedMarket
    nameSignerKey: string
    /** Null without smart accounts. */
    bundler: Pick<Bundler, 'url' | 'tokens'> | null
  },
): Record<string, string> {
  const chainId = settings.chain.id
  const { WALLET_PORT: port, ...given } = variablesOf(settings, 'WALLET_')
  const { bundler } = options
  return {
    ...exchangeVariables(chainId, options.market),
    ...(options.market.kind === 'local' && {
      WALLET_PLAY_MONEY_PRIVATE_KEY: privateKeyOf(options.market.localGame.accounts.seller),
    }),
    ...(options.market.kind === 'local' && { WALLET_NAME_SIGNER_KEY: options.nameSignerKey }),
    // A hosted bundler knows no sessions of keys.
    ...(bundler?.tokens && {
      BUNDLER_URL: bundler.url,
      BUNDLER_WALLET_TOKEN: bundler.tokens.wallet,
      ...sessionVariables(settings, options.market),
    }),
    // Its callers are the pages of the game service, which also sign in.
    GAME_PUBLIC_URL: settings.serviceEnv['GAME_PUBLIC_URL'] ?? '',
    WALLET_ALLOWED_ORIGINS: settings.serviceEnv['GAME_ALLOWED_ORIGINS'] ?? '',
    WALLET_GAME_URL: hostUrl(settings.host, settings.port),
    ...given,
    BULLRING_HOST: '127.0.0.1',
    PORT: port ?? '0',
    TRUST_PROXY: 'true',
    CHAIN_ID: `${chainId}`,
    WALLET_DATABASE_URL: options.databaseUrl,
    WALLET_PROJECT_IDS: [projectIdOf(settings), given['WALLET_PROJECT_IDS']]
      .filter(Boolean)
      .join(','),
    WALLET_PRICE_FEEDS: priceFeeds(chainId, options.market, given['WALLET_PRICE_FEEDS'] ?? ''),
    WALLET_RPC_URLS: nodesForBrowsers(chainId, options.market, given['WALLET_RPC_URLS'] ?? ''),
  }
}

/** The operator names those that others run, such as the keeper. */
function operatorServices(
  { serviceEnv }: StackSettings,
  services: Readonly<Record<string, string>>,
): string {
  const ours = Object.entries(services).map(([name, url]) => `${name}=${url}`)
  return [...ours, serviceEnv['OPERATOR_SERVICES']].filter(Boolean).join(',')
}

/** The wallet that the operator runs elsewhere; empty for none. */
function otherWalletUrl({ embeddedWallet, serviceEnv }: StackSettings): string {
  return embeddedWallet === 'off' ? (serviceEnv['CUSTODY_PUBLIC_URL'] ?? '') : ''
}

/** A session names the market's contract, so none is older. */
function sessionVariables({ chain }: StackSettings, market: ServedMarket): Record<string, string> {
  if (market.kind === 'public') return { START_BLOCK: `${market.startBlock}` }
  if (market.kind === 'local' || chain.kind === 'local') return {}
  return chain.startBlock === null ? {} : { START_BLOCK: `${chain.startBlock}` }
}

/** Visitors use the nodes of index and keeper only where the operator names no other node of the chain. */
function nodesForBrowsers(chainId: number, market: ServedMarket, given: string): string {
  const own = market.kind === 'local' ? market.localGame.rpcUrl : market.rpcUrl
  const nodes = entriesOf(given)
  const hasNode = nodes.some((node) => node.startsWith(`${chainId}=`))
  const ours = hasNode ? [] : own.split(',').map((node) => `${chainId}=${node}`)
  return [...ours, ...nodes].join(',')
}

function entriesOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function exchangeVariables(chainId: number, market: ServedMarket): Record<string, string> {
  const exchange = market.kind === 'local' ? market.localGame.exchange : null
  if (exchange === null) return {}
  const { router, wrappedCoin, tokens } = exchange
  const wrapped = {
    chainId,
    address: wrappedCoin,
    name: 'Wrapped BNB (local)',
    symbol: 'WBNB',
    decimals: 18,
    wrapsCoin: true,
  }
  const listed = tokens.map(({ address, name, symbol, decimals }, index) => ({
    chainId,
    address,
    name,
    symbol,
    decimals,
    // Routes may pass through the play dollar, as through the dollar tokens of public chains.
    isHub: index === 0,
  }))
  return {
    WALLET_ROUTERS: `${chainId}=${router}`,
    WALLET_TOKENS: JSON.stringify([wrapped, ...listed]),
  }
}

/** A third-party relay may require another project id. */
export function projectIdOf({ serviceEnv }: StackSettings): string {
  return serviceEnv['GAME_PROJECT_ID'] || PROJECT_ID
}

/** Variables of every service. */
const OF_ALL =
  /^(?:LOG_LEVEL|METRICS_TOKEN|RATE_LIMIT_PER_MINUTE|TRUST_PROXY|BRAND_FILE|TELEGRAM_BOT|OTEL_.*)$/

/** Returns the variables of a service that the operator set, and those of every service. */
export function variablesOf({ serviceEnv }: StackSettings, prefix: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(serviceEnv).filter(
      ([name, value]) => (name.startsWith(prefix) || OF_ALL.test(name)) && value !== '',
    ),
  )
}

/** The coin has the market's feed where the operator names no other. */
function priceFeeds(chainId: number, market: ServedMarket, given: string): string {
  const ours = market.kind === 'local' ? market.localGame.market.oracle : market.priceFeed
  const entries = entriesOf(given)
  const isNamed = entries.some((entry) => entry.startsWith(`${chainId}=`))
  return (ours === null || isNamed ? entries : [`${chainId}=${ours}`, ...entries]).join(',')
}

function chainVariables(market: ServedMarket, settings: StackSettings): Record<string, string> {
  const { chain } = settings
  if (market.kind !== 'local') {
    return { RPC_URL: market.rpcUrl, ...marketVariables(settings, market) }
  }
  const { localGame } = market
  return {
    RPC_URL: localGame.rpcUrl,
    GAME_RPC_WS_URL: localGame.rpcUrl.replace(/^http/, 'ws'),
    ...marketVariables(settings, market),
    ...priceLabels(chain, localGame.btc !== null),
    GAME_KEEPER_PRIVATE_KEY: privateKeyOf(localGame.accounts.keeper),
    GAME_KEEPER_SETTLE_EMPTY: 'true',
    GAME_FAUCET_PRIVATE_KEY: privateKeyOf(localGame.accounts.faucet),
  }
}

/** Returns the variables that name the contracts of the game. */
export function marketVariables(
  { chain, serviceEnv }: StackSettings,
  market: ServedMarket,
): Record<string, string> {
  if (market.kind === 'public') {
    return {
      MARKET_KIND: market.marketKind,
      PREDICTION_ADDRESS: market.prediction,
      START_BLOCK: `${market.startBlock}`,
    }
  }
  if (market.kind === 'local') return localMarkets(market.localGame)
  if (chain.kind === 'local') return {}
  return {
    GAME_MARKETS: serviceEnv['GAME_MARKETS'] ?? '',
    MARKET_KIND: chain.marketKind,
    START_BLOCK: `${chain.startBlock ?? ''}`,
  }
}

function localMarkets({ market, btc }: LocalGame): Record<string, string> {
  const entry = (symbol: string, { prediction, startBlock }: LocalMarket) =>
    `${symbol}=${prediction}@${startBlock}`
  if (btc === null) {
    const { prediction, startBlock } = market
    return { PREDICTION_ADDRESS: prediction, START_BLOCK: `${startBlock}` }
  }
  return {
    GAME_MARKETS: `${entry('BNB', market)},${entry('BTC', btc.market)}`,
  }
}

/** Lets the page say that prices are not today's. */
export function priceLabels(
  chain: StackSettings['chain'],
  hasBtc: boolean,
): Record<string, string> {
  if (chain.kind !== 'local' || chain.tickerUrl !== null) return {}
  return { GAME_PRICES: hasBtc ? 'BNB=replayed,BTC=generated' : 'BNB=replayed' }
}
