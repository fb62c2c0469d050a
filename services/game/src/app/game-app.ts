import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import { openapiRoutes } from '@bullring/server/openapi/openapi.routes'
import { operationRoutes } from '@bullring/server/operations/operation-routes'
import type { Hono, MiddlewareHandler } from 'hono'
import { privateKeyToAccount } from 'viem/accounts'
import type { GameConfig } from '../config.ts'
import { faucetRoutes } from '../faucet/faucet.routes.ts'
import { FaucetCooldown } from '../faucet/faucet.ts'
import { createCoinSender } from '../faucet/send-coins.ts'
import { toAppConfig } from '../http/app-config.ts'
import { createApp } from '../http/create-app.ts'
import { contentSecurityPolicy } from '../http/page-policy.ts'
import { rpcProxy } from '../http/rpc-proxy.ts'
import { staticFiles } from '../http/static-files.ts'
import { systemRoutes } from '../http/system.routes.ts'
import { walletProxy } from '../http/wallet-proxy.ts'
import { gameDocument } from '../openapi/game-document.ts'
import { findPrices } from '../prices/prices.queries.ts'
import { pricesRoutes } from '../prices/prices.routes.ts'
import { roundsRoutes } from '../rounds/rounds.routes.ts'
import { streamRoutes } from '../stream/stream.routes.ts'
import { findTrades } from '../trades/trades.queries.ts'
import { tradesRoutes } from '../trades/trades.routes.ts'
import { accountRoutes } from './account-routes.ts'
import { apiCache, apiLimits } from './api-rules.ts'
import type { GameRuntime } from './game-runtime.ts'

/** Builds the HTTP application of the service. */
export async function createGameApp(runtime: GameRuntime): Promise<Hono> {
  const { config, log, market, head } = runtime
  return createApp({
    log,
    allowedOrigins: config.http.allowedOrigins,
    hasIndex: () => head.hasReached,
    ...apiLimits(config),
    cache: apiCache({ ...runtime, clock: market.clock }),
    api: apiRoutes(runtime),
    forwarded: walletRoutes(config),
    system: systemRoutesOf(runtime),
    pages: await webPages(config),
  })
}

function apiRoutes(runtime: GameRuntime): Hono[] {
  const { config, contract, market, db, head, live } = runtime
  const { clock, findRound } = market
  const now = () => head.now(Date.now())
  return [
    roundsRoutes({ clock, now, findRound }),
    tradesRoutes({ now, findTrades: (filter) => findTrades(market, filter) }),
    pricesRoutes({ clock, findPrices: (limit) => findPrices(db, contract.kind, limit) }),
    ...accountRoutes(db, market, now),
    ...faucet(runtime),
    streamRoutes({ stream: live, trustsProxy: config.http.trustsProxy }),
  ]
}

function systemRoutesOf({ config, contract, db, head, health }: GameRuntime): Hono[] {
  return [
    systemRoutes({
      appConfig: toAppConfig(config, contract),
      newestBlock: () => head.newestBlock,
      nowMs: Date.now,
    }),
    openapiRoutes(gameDocument()),
    operationRoutes(
      monitoringOperations({
        metrics: health.metrics,
        hasOpenMetrics: config.hasOpenMetrics,
        probes: health.probes(db, config.keeper !== null),
      }),
    ),
    ...(config.chain.isLocal ? [rpcProxy({ rpcUrl: config.chain.rpcUrl })] : []),
  ]
}

function walletRoutes({ wallet, http }: GameConfig): Hono[] {
  if (wallet === null) return []
  return [walletProxy({ url: wallet.servicesUrl, trustsProxy: http.trustsProxy })]
}

function faucet({ config, client }: GameRuntime): Hono[] {
  if (config.faucetPrivateKey === null) return []
  const sendCoins = createCoinSender(client, privateKeyToAccount(config.faucetPrivateKey))
  return [faucetRoutes({ cooldown: new FaucetCooldown(), sendCoins, nowMs: Date.now })]
}

async function webPages({ http, chain, relayUrl }: GameConfig): Promise<MiddlewareHandler | null> {
  if (http.webRoot === null) return null
  const relayUrls = relayUrl === null ? [] : [relayUrl]
  const policy = contentSecurityPolicy([...chain.publicRpcUrls, ...relayUrls])
  return await staticFiles(http.webRoot, {
    headers: { 'content-security-policy': policy },
    publicOrigin: http.publicOrigin,
  })
}
