import type { ChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { errorSummary } from '@bullring/server/error-summary'
import type { LimitFactory } from '@bullring/server/limits/open-limits'
import { healthOperations } from '@bullring/server/metrics/health.operations'
import { monitoringOperations } from '@bullring/server/metrics/monitoring.operations'
import type { Probe } from '@bullring/server/metrics/readiness'
import type { Operation } from '@bullring/server/operations/operation'
import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import type { Logger } from 'pino'
import { analyticsOperations } from '../analytics/analytics.operations.ts'
import { countEvents } from '../analytics/analytics.queries.ts'
import { balancesOperations } from '../balances/balances.operations.ts'
import { catalogueOperations } from '../catalogue/catalogue.operations.ts'
import { imagesOperations } from '../catalogue/images.operations.ts'
import { routersOf } from '../chain/routers.ts'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { type HistoryDeps, historyOperations } from '../history/history.operations.ts'
import type { HistorySource } from '../history/history-source.ts'
import { type AccessRules, signInSites } from '../http/access.ts'
import type { WalletOperations } from '../http/create-app.ts'
import { identityOperations } from '../identity/identity.operations.ts'
import type { Metrics } from '../metrics/create-metrics.ts'
import { nameGatewayOperation } from '../names/gateway.operations.ts'
import { namesOperations, registerNameOperation } from '../names/names.operations.ts'
import { fungiblePriceOperations } from '../prices/fungible-price.operations.ts'
import { projectOperations } from '../project/project.operations.ts'
import { type RpcDeps, rpcOperations } from '../rpc/rpc.operations.ts'
import { supportedChainsOperations } from '../rpc/supported-chains.operations.ts'
import { cloudAuthOperations } from '../sign-in/cloud-auth.operations.ts'
import { SignatureUncheckedError } from '../sign-in/errors.ts'
import { type SignInOperationsDeps, signInOperations } from '../sign-in/sign-in.operations.ts'
import { createSignIn } from '../sign-in/sign-in.ts'
import { verifySignature } from '../sign-in/verify-signature.ts'
import { gasPriceOperations } from '../swap/gas-price.operations.ts'
import { createSignedQuotes } from '../swap/signed-quotes.ts'
import { type SwapDeps, swapOperations } from '../swap/swap.operations.ts'
import type { Token } from '../tokens/token.ts'
import { historySources } from './history-sources.ts'
import { createIdentities } from './identities.ts'
import { createNames } from './names.ts'
import { createNfts, createNftTexts, type NftTexts } from './nfts.ts'
import type { Onramp } from './onramp.ts'
import { createPictures, type Pictures } from './pictures.ts'
import type { ServedChain } from './served-chains.ts'
import type { Sessions } from './sessions.ts'
import type { TokenChain } from './token-chains.ts'

export type WalletOperationsDeps = {
  config: WalletConfig
  db: Database
  log: Logger
  chains: ReadonlyMap<number, ServedChain>
  clusters: ReadonlyMap<SolanaChainId, ChainRpc>
  tokens: readonly Token[]
  assets: ReadonlyMap<number, TokenChain>
  catalogue: readonly CatalogueWallet[]
  access: AccessRules
  takeRpcCalls: RpcDeps['take']
  chargeRpcReplies: RpcDeps['charge']
  takeSwapRequest: SwapDeps['take']
  takeHistoryPage: HistoryDeps['take']
  onramp: Onramp
  sessions: Sessions
  metrics: Metrics
  limits: LimitFactory
  imageKey: Buffer
  /** Signs quotes of swaps. */
  quoteKey: Buffer
  probes: Readonly<Record<string, Probe>>
}

/** Returns every operation of the service, grouped by who may call it. */
export function walletOperations(deps: WalletOperationsDeps): WalletOperations {
  const { config, chains, log, catalogue, metrics, probes, onramp } = deps
  const assets = assetOperations(deps)
  const names = createNames(deps)
  const pictures = createPictures(deps)
  const { linkFor } = pictures
  const nftTexts = createNftTexts(deps)
  const resolveName = createIdentities(names.registry, chains, config.ensRpcUrl, (error) =>
    log.warn({ error: errorSummary(error) }, 'name lookup failed'),
  )
  return {
    system: [
      ...healthOperations({ nowMs: Date.now }),
      ...monitoringOperations({ metrics, metricsToken: config.metricsToken, probes }),
    ],
    open: [nameGatewayOperation(names.gateway)],
    keyless: [
      ...imagesOperations({ catalogue }),
      pictures.proxy,
      registerNameOperation(names),
      ...onramp.keyless,
    ],
    pages: onramp.pages,
    api: [
      ...apiOperations(deps, nftTexts, linkFor),
      ...assets.queries,
      ...createNfts(deps, nftTexts, linkFor),
      ...deps.sessions.operations,
      ...identityOperations({ resolveName, linkFor }),
      ...namesOperations({ ...names, linkFor }),
    ],
    bodyKey: assets.bodies,
  }
}

function apiOperations(
  deps: WalletOperationsDeps,
  nftTexts: NftTexts,
  linkFor: Pictures['linkFor'],
): readonly Operation[] {
  const { config, db, chains, clusters, catalogue, access, takeRpcCalls, chargeRpcReplies } = deps
  const sources = historySources(deps)
  const signIn: SignInOperationsDeps = {
    signIn: createDatabaseSignIn(deps),
    sitesOf: (c) => signInSites(c, access),
  }
  return [
    ...catalogueOperations({ catalogue }),
    ...analyticsOperations({
      isEnabled: config.countsEvents,
      count: (events) => countEvents(db, events, Date.now()),
    }),
    ...projectOperations({
      hasHistory: sources.size > 0,
      hasSwaps: [...chains.keys()].some(
        (id) => routersOf(id, config.routers.get(id) ?? []).length > 0,
      ),
    }),
    ...rpcOperations({
      rpcOf: (chain) => (typeof chain === 'number' ? chains.get(chain)?.rpc : clusters.get(chain)),
      take: takeRpcCalls,
      charge: chargeRpcReplies,
    }),
    ...supportedChainsOperations({
      chainIds: [...chains.keys()],
      solanaIds: [...clusters.keys()],
      historyChainIds: [...sources.keys()],
    }),
    ...gasPriceOperations({
      clientOf: (chainId) => chains.get(chainId)?.client,
      mainChainId: config.mainChainId,
    }),
    ...history(deps, sources, nftTexts, linkFor),
    ...deps.onramp.api,
    ...signInOperations(signIn),
    ...cloudAuthOperations(signIn),
  ]
}

/** Balances, prices and swaps. */
function assetOperations({
  config: { mainChainId },
  assets: chains,
  takeSwapRequest: take,
  metrics,
  quoteKey,
}: WalletOperationsDeps) {
  const chainOf = (chainId: number) => chains.get(chainId)
  const swaps = swapOperations({
    chainOf,
    mainChainId,
    take,
    quotes: createSignedQuotes(quoteKey, Date.now),
    onStep: metrics.swapStep,
  })
  const balances = balancesOperations({
    mainChainId,
    takeForced: take,
    sourceOf: (chainId) => {
      const chain = chains.get(chainId)
      return chain && { ...chain, chain: chain.identity }
    },
  })
  return {
    queries: [...balances, ...swaps.queries],
    bodies: [...fungiblePriceOperations({ chainOf }), ...swaps.bodies],
  }
}

function history(
  { config, assets, takeHistoryPage, onramp }: WalletOperationsDeps,
  sources: ReadonlyMap<number, HistorySource>,
  nftTexts: NftTexts,
  linkFor: Pictures['linkFor'],
): readonly Operation[] {
  return historyOperations({
    mainChainId: config.mainChainId,
    take: takeHistoryPage,
    linkFor,
    purchasesOf: onramp.purchasesOf,
    sourceOf: (chainId) => {
      const source = sources.get(chainId)
      const chain = assets.get(chainId)
      const nftDetails = nftTexts.get(chainId)
      if (!source || !chain || !nftDetails) return
      return { chain: chain.identity, source, prices: chain.prices, nftDetails }
    },
  })
}

function createDatabaseSignIn({
  db,
  chains,
}: WalletOperationsDeps): ReturnType<typeof createSignIn> {
  return createSignIn({
    db,
    nowMs: Date.now,
    hasChain: (chainId) => chains.has(chainId),
    verify: (chainId, signed) => {
      const chain = chains.get(chainId)
      if (chain === undefined) throw new SignatureUncheckedError()
      return verifySignature(chain.rpc, chain.identity, signed)
    },
  })
}
