import type { Hono } from 'hono'
import { countEvent } from '../analytics/analytics.queries.ts'
import { analyticsRoutes } from '../analytics/analytics.routes.ts'
import { balancesRoutes } from '../balances/balances.routes.ts'
import { readHoldings } from '../balances/read-balances.ts'
import { readCoinPrice } from '../balances/read-coin-price.ts'
import { catalogueRoutes } from '../catalogue/catalogue.routes.ts'
import type { Token } from '../chain/read-tokens.ts'
import type { WalletConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { historyRoutes } from '../history/history.routes.ts'
import { type AccessRules, isAllowedDomain } from '../http/access.ts'
import { identityRoutes } from '../identity/identity.routes.ts'
import { createEnsResolver, resolveNothing } from '../identity/resolve-name.ts'
import { type RpcDeps, rpcRoutes } from '../rpc/rpc.routes.ts'
import { supportedChainsRoutes } from '../rpc/supported-chains.routes.ts'
import { SignatureUncheckedError } from '../sign-in/errors.ts'
import { signInRoutes } from '../sign-in/sign-in.routes.ts'
import { createSignIn } from '../sign-in/sign-in.ts'
import { verifySignature } from '../sign-in/verify-signature.ts'
import { historySources } from './history-sources.ts'
import type { ServedChain } from './served-chains.ts'

export type ApiParts = {
  config: WalletConfig
  db: Database
  chains: ReadonlyMap<number, ServedChain>
  tokens: readonly Token[]
  catalogue: Parameters<typeof catalogueRoutes>[0]['catalogue']
  access: AccessRules
  take: RpcDeps['take']
}

/** Every route that callers with a project id have. */
export function apiRoutes(parts: ApiParts): Hono[] {
  const { config, db, chains, catalogue, access, take } = parts
  const { ensRpcUrl } = config
  return [
    catalogueRoutes({ catalogue }),
    analyticsRoutes({
      isEnabled: config.countsEvents,
      count: (event) => countEvent(db, event, Date.now()),
    }),
    rpcRoutes({ rpcOf: (chainId) => chains.get(chainId)?.rpc, take }),
    supportedChainsRoutes({ chainIds: [...chains.keys()] }),
    identityRoutes({
      resolveName: ensRpcUrl === null ? resolveNothing : createEnsResolver(ensRpcUrl),
    }),
    balances(parts),
    history(parts),
    signInRoutes({
      signIn: signIn(parts),
      isAllowedDomain: (c, domain) => isAllowedDomain(c, domain, access),
    }),
  ]
}

function balances({ config, chains, tokens }: ApiParts): Hono {
  const { mainChainId, priceFeed } = config
  return balancesRoutes({
    mainChainId,
    sourceOf: (chainId) => {
      const chain = chains.get(chainId)
      if (chain === undefined) return undefined
      const { client, identity } = chain
      const own = tokens.filter((token) => token.chainId === chainId)
      const feed = chainId === mainChainId ? priceFeed : null
      return {
        chain: identity,
        holdings: (account) => readHoldings(client, own, account),
        coinPrice: () => (feed === null ? Promise.resolve(null) : readCoinPrice(client, feed)),
      }
    },
  })
}

function history({ config, db, chains, tokens }: ApiParts): Hono {
  const sources = historySources(config, chains, db, tokens)
  return historyRoutes({
    mainChainId: config.mainChainId,
    sourceOf: (chainId) => {
      const source = sources.get(chainId)
      const chain = chains.get(chainId)?.identity
      return source && chain && { chain, source }
    },
  })
}

function signIn({ db, chains }: ApiParts): ReturnType<typeof createSignIn> {
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
