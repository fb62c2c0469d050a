import type { Operation } from '@bullring/server/openapi/operation'
import { AnalyticsConfig } from '@bullring/wire/analytics/analytics-config'
import { AnalyticsEvent } from '@bullring/wire/analytics/event'
import { BalanceQuery, BalanceResponse } from '@bullring/wire/blockchain-api/balance'
import { WalletHealth } from '@bullring/wire/blockchain-api/health'
import { HistoryQuery, HistoryResponse } from '@bullring/wire/blockchain-api/history'
import { Identity } from '@bullring/wire/blockchain-api/identity'
import { JsonRpcAnswer, JsonRpcCall, JsonRpcQuery } from '@bullring/wire/blockchain-api/json-rpc'
import { SupportedChains } from '@bullring/wire/blockchain-api/supported-chains'
import { AccountField } from '@bullring/wire/caip-fields'
import { GetWalletsQuery, GetWalletsResponse } from '@bullring/wire/catalogue/get-wallets'
import { Readiness, Unreadiness } from '@bullring/wire/http/readiness'
import { SiwxNonce } from '@bullring/wire/siwx/nonce'
import { SiwxRevokeResponse } from '@bullring/wire/siwx/revoke'
import { SiwxSession } from '@bullring/wire/siwx/session'
import { SiwxVerifyRequest, SiwxVerifyResponse } from '@bullring/wire/siwx/verify'
import * as z from 'zod/mini'

/** Of every call that pages make: a strange site, too many calls, a fault of ours. */
const PAGE_ERRORS = [403, 429, 500] as const
/** Without a known project id. */
const KEY_ERRORS = [...PAGE_ERRORS, 401] as const
const INPUT_ERRORS = [422] as const
const BODY_ERRORS = [400, 413] as const
/** The chain is not served, or none of its nodes answers. */
const CHAIN_ERRORS = [404, 502] as const

const ACCOUNT = z.object({ address: AccountField })
const IMAGE = z.object({ id: z.string() })
const KEY = ['projectId'] as const
const KEY_AND_TOKEN = ['projectId', 'session'] as const

const image = (path: string, summary: string): Operation => ({
  path,
  method: 'get',
  summary,
  params: IMAGE,
  response: z.string(),
  contentType: 'image/svg+xml',
  errors: PAGE_ERRORS,
})

const CATALOGUE: readonly Operation[] = [
  {
    path: '/getWallets',
    method: 'get',
    summary: 'A page of the wallet catalogue',
    query: GetWalletsQuery,
    response: GetWalletsResponse,
    errors: [...KEY_ERRORS, ...INPUT_ERRORS],
    security: KEY,
  },
  image('/getWalletImage/:id', 'Picture of a wallet'),
  image('/public/getAssetImage/:id', 'Picture of a network or a connector'),
  image('/public/getCurrencyImage/:id', 'Picture of a currency'),
  image('/public/getTokenImage/:id', 'Picture of a token'),
]

const ANALYTICS: readonly Operation[] = [
  {
    path: '/getAnalyticsConfig',
    method: 'get',
    summary: 'Whether events are counted here',
    response: AnalyticsConfig,
    errors: KEY_ERRORS,
    security: KEY,
  },
  {
    path: '/e',
    method: 'post',
    summary: 'Counts an event by its name; nothing else of it is kept',
    body: AnalyticsEvent,
    response: z.object({}),
    status: 202,
    errors: [...KEY_ERRORS, ...INPUT_ERRORS, ...BODY_ERRORS],
    security: KEY,
  },
]

const CHAIN: readonly Operation[] = [
  {
    path: '/v1/',
    method: 'post',
    summary: 'JSON-RPC 2.0, one call or a batch',
    query: JsonRpcQuery,
    body: z.union([JsonRpcCall, z.array(JsonRpcCall)]),
    response: z.union([JsonRpcAnswer, z.array(JsonRpcAnswer)]),
    errors: [...KEY_ERRORS, ...INPUT_ERRORS, 404, 413],
    security: KEY,
  },
  {
    path: '/v1/supported-chains',
    method: 'get',
    summary: 'Chains that the other calls know',
    response: SupportedChains,
    errors: KEY_ERRORS,
    security: KEY,
  },
  {
    path: '/v1/identity/:address',
    method: 'get',
    summary: 'Name and picture of an account',
    params: ACCOUNT,
    response: Identity,
    errors: [...KEY_ERRORS, ...INPUT_ERRORS],
    security: KEY,
  },
  {
    path: '/v1/account/:address/balance',
    method: 'get',
    summary: 'Coin and known tokens of an account',
    params: ACCOUNT,
    query: BalanceQuery,
    response: BalanceResponse,
    errors: [...KEY_ERRORS, ...INPUT_ERRORS, ...CHAIN_ERRORS],
    security: KEY,
  },
  {
    path: '/v1/account/:address/history',
    method: 'get',
    summary: 'Transfers of an account, newest first',
    params: ACCOUNT,
    query: HistoryQuery,
    response: HistoryResponse,
    errors: [...KEY_ERRORS, ...INPUT_ERRORS, 501, 502],
    security: KEY,
  },
]

const SIGN_IN: readonly Operation[] = [
  {
    path: '/siwx/nonce',
    method: 'post',
    summary: 'A number for one sign-in message',
    response: SiwxNonce,
    errors: KEY_ERRORS,
    security: KEY,
  },
  {
    path: '/siwx/verify',
    method: 'post',
    summary: 'Opens a session for a signed message',
    body: SiwxVerifyRequest,
    response: SiwxVerifyResponse,
    errors: [...KEY_ERRORS, ...INPUT_ERRORS, ...BODY_ERRORS, 502],
    security: KEY,
  },
  {
    path: '/siwx/session',
    method: 'get',
    summary: 'Who is signed in',
    response: SiwxSession,
    errors: KEY_ERRORS,
    security: KEY_AND_TOKEN,
  },
  {
    path: '/siwx/revoke',
    method: 'post',
    summary: 'Signs out',
    response: SiwxRevokeResponse,
    errors: KEY_ERRORS,
    security: KEY_AND_TOKEN,
  },
]

const SYSTEM: readonly Operation[] = [
  {
    path: '/healthz',
    method: 'get',
    summary: 'Alive, and the clock',
    response: WalletHealth,
    errors: [500],
  },
  {
    path: '/readyz',
    method: 'get',
    summary: 'Whether each part works',
    response: Readiness,
    problem: Unreadiness,
    errors: [500, 503],
  },
  {
    path: '/metrics',
    method: 'get',
    summary: 'Figures for Prometheus, for callers who may read them',
    response: z.string(),
    contentType: 'text/plain',
    errors: [404, 500],
  },
]

/** All calls, from the very schemas their handlers parse with. */
export const OPERATIONS: readonly Operation[] = [
  ...CATALOGUE,
  ...ANALYTICS,
  ...CHAIN,
  ...SIGN_IN,
  ...SYSTEM,
]
