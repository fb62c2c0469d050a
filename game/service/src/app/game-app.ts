import type { RequestListener } from 'node:http'
import type { UpgradeListener } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { timedFetch } from '@bullring/server/metrics/timed-fetch'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import type { Operation } from '@bullring/server/operations/operation'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import { SAFE_WALLET } from '@bullring/wire/safe-wallet'
import { TELEGRAM_WEB } from '@bullring/wire/telegram-web'
import { PRODUCT_NAME } from '@bullring/wire/text/product-name'
import type { MiddlewareHandler } from 'hono'
import { Hono } from 'hono'
import type { GameConfig } from '../config.ts'
import type { Database } from '../db/open-database.ts'
import { asRequest } from '../db/request-connections.ts'
import { type LastingMarket, LastingResponses } from '../http/cache/lasting-responses.ts'
import { cachedListener } from '../http/cache/response-cache.ts'
import { createApp } from '../http/create-app.ts'
import { gameDocument } from '../http/pages/game-document.ts'
import { contentSecurityPolicy, EMBED_FILE, EMBED_POLICY } from '../http/pages/page-policy.ts'
import { type PageOptions, staticFiles } from '../http/pages/static-files.ts'
import { textPageRoutes } from '../http/pages/text-pages.routes.ts'
import { type RelayProxyOptions, relayProxy, relayUpgrades } from '../http/proxy/relay-proxy.ts'
import { walletProxy } from '../http/proxy/wallet-proxy.ts'
import { createRoundPictures } from '../rounds/round-pictures.ts'
import { roundPagePreview, type ShareDeps, shareRoutes } from '../rounds/share.routes.ts'
import { apiRules } from './api-rules.ts'
import { type GameDeps, gameOperations, readOperations } from './game-operations.ts'
import { combineVersions } from './markets/index-versions.ts'
import type { Market } from './markets/market.ts'
import type { Markets } from './markets/markets.ts'
import { positionHeader } from './reads/position-header.ts'
import { createReadRouting } from './reads/read-routing.ts'

/** Builds the HTTP application of the service, as the listener of a Node server. */
export async function gameListener(deps: GameDeps): Promise<RequestListener> {
  const { config, log, markets, metrics, limits } = deps
  const { reads, api, stream, faucet, system, operator } = gameOperations(deps)
  const isApi = config.roles.has('api')
  const versions = combineVersions(markets.open)
  const lasting = new LastingResponses(() => markets.open().flatMap(lastingMarket))
  const rules = apiRules({ config, versions, lasting, limits })
  const share = shareDeps(deps)
  const shared = {
    log,
    allowedOrigins: sitesOf(config.http),
    hasIndex: () => markets.open().some(({ head }) => head.hasReached),
    rateLimit: rules.rateLimit,
    limitConnections,
  }
  const app = createApp({
    ...shared,
    api: [
      ...(isApi ? [readRoutes(reads, markets, deps.reads)] : []),
      ...(isApi
        ? [operationRoutes(config.faucetPrivateKey === null ? api : [...api, ...faucet])]
        : []),
      ...(config.roles.has('stream') ? [operationRoutes(stream)] : []),
    ],
    forwarded: isApi ? [...walletRoutes(config), ...relayRoutes(config)] : [],
    system: [
      operationRoutes(deps.operator === null ? system : [...system, ...operator]),
      openapiRoutes(
        gameDocument([...reads, ...api, ...stream, ...faucet, ...system, ...operator], config.http),
      ),
      ...(isApi
        ? [
            shareRoutes(share, {
              pictures: createRoundPictures(config.brand),
              rateLimit: rules.rateLimit,
            }),
            textPageRoutes(config.brand),
          ]
        : []),
    ],
    pages: isApi ? await webPages(config, roundPagePreview(share, rules.isAllowed)) : null,
  })
  const fetch = timedFetch(app, metrics)
  const newest = readRoutes(readOperations('newest', deps), markets, deps.db)
  const fetchNewest = timedFetch(
    createApp({ ...shared, api: [newest], system: [], pages: null }),
    metrics,
  )
  return cachedListener({
    policies: rules.cache,
    allowedOrigins: shared.allowedOrigins,
    fetch,
    route: createReadRouting(markets.open),
    fetchNewest,
    handle: nodeListener(fetch),
    handleNewest: nodeListener(fetchNewest),
    onHit: metrics.httpRequest,
  })
}

function lastingMarket({ config, head, live, now, reads, changes }: Market): LastingMarket[] {
  if (!head.hasReached || head.newestBlock === null) return []
  const position = live.position()
  return [
    {
      symbol: config.symbol,
      history: changes,
      position,
      isRead: reads.position() >= position,
      blockTime: head.newestBlock.timestamp,
      now: now(),
    },
  ]
}

/** Routes reads, whose responses name the position of their data. */
function readRoutes(
  reads: readonly Operation[],
  { open }: Pick<Markets, 'open'>,
  db: Database,
): Hono {
  const routes = new Hono()
  const header = positionHeader(open, db)
  for (const { path, aliases = [] } of reads) {
    for (const name of [path, ...aliases]) routes.use(name, header)
  }
  return routes.route('/', operationRoutes(reads))
}

function shareDeps({ config, markets }: GameDeps): ShareDeps {
  return {
    ofMarket: (symbol) => {
      const { rounds, now } = markets.find(symbol).reads.usual
      return {
        ...rounds,
        now,
        findRound: (epoch) => asRequest(() => rounds.findRound(epoch)),
      }
    },
    defaultSymbol: config.markets[0].symbol,
    publicOrigin: config.http.publicOrigin,
    brandName: config.brand?.name ?? PRODUCT_NAME,
  }
}

function walletRoutes({ wallet, http, chain, projectId }: GameConfig): Hono[] {
  if (wallet === null) return []
  const { servicesUrl: url } = wallet
  const sites = sitesOf(http)
  return [walletProxy({ url, proxies: http.proxies, sites, chainId: chain.id, projectId })]
}

function relayRoutes(config: GameConfig): Hono[] {
  const options = relayOptions(config)
  return options === null ? [] : [relayProxy(options)]
}

/** Returns what forwards WebSockets to the relay; null without a relay. */
export function gameUpgrades(config: GameConfig): UpgradeListener | null {
  const options = config.roles.has('api') ? relayOptions(config) : null
  return options === null ? null : relayUpgrades(options)
}

function relayOptions({ relayServiceUrl: url, http }: GameConfig): RelayProxyOptions | null {
  return url === null ? null : { url, proxies: http.proxies, sites: sitesOf(http) }
}

/** Origins of our pages: a proxy may pass on another Host header than the visitor's browser sent. */
function sitesOf({ publicOrigin, allowedOrigins }: GameConfig['http']): readonly string[] {
  return publicOrigin === null ? allowedOrigins : [publicOrigin, ...allowedOrigins]
}

async function webPages(
  { http, chain, relayUrl, frameUrl, brand, hasTelegramBot }: GameConfig,
  preview: NonNullable<PageOptions['preview']>,
): Promise<MiddlewareHandler | null> {
  if (http.webRoot === null) return null
  const relayUrls = relayUrl === null ? [] : [relayUrl]
  const reached = [...chain.publicRpcUrls, ...relayUrls]
  const framed = frameUrl === null ? [] : [frameUrl]
  // In Safe's frame, the pages connect nothing but its account, whose requests it shows itself.
  const ancestors = hasTelegramBot ? [SAFE_WALLET, TELEGRAM_WEB] : [SAFE_WALLET]
  const policyOf = (html: string) => contentSecurityPolicy({ reached, framed, ancestors }, html)
  return await staticFiles(http.webRoot, {
    headers: (html, path) => ({
      'content-security-policy': path === EMBED_FILE ? EMBED_POLICY : policyOf(html),
    }),
    publicOrigin: http.publicOrigin,
    brand,
    preview,
  })
}

/** Live connections are limited by their number. */
const UNLIMITED = '/api/stream'

/** Lets requests wait for connections to the database, and refuses those that would wait too long. */
const limitConnections: MiddlewareHandler = (c, next) =>
  c.req.path === UNLIMITED ? next() : asRequest(next)
