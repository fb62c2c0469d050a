import * as z from 'zod/mini'

/** POST /e and /batch: events of the wallet kit (R-ANALYTICS-2, R-ANALYTICS-3). */

/** Names of all events. Others are rejected, so that callers cannot create counters. */
const EVENT_NAMES = [
  'INITIALIZE',
  'MODAL_CREATED',
  'MODAL_OPEN',
  'MODAL_CLOSE',
  'CLICK_ALL_WALLETS',
  'SELECT_WALLET',
  'SEARCH_WALLET',
  'CONNECT_SUCCESS',
  'CONNECT_ERROR',
  'CONNECT_PROXY_ERROR',
  'DISCONNECT_SUCCESS',
  'DISCONNECT_ERROR',
  'INTERNAL_SDK_ERROR',
  'CLICK_WALLET_HELP',
  'CLICK_NETWORK_HELP',
  'CLICK_GET_WALLET',
  'CLICK_NETWORKS',
  'SWITCH_NETWORK',
  'CLICK_TRANSACTIONS',
  'ERROR_FETCH_TRANSACTIONS',
  'LOAD_MORE_TRANSACTIONS',
  'CLICK_SIGN_SIWX_MESSAGE',
  'CLICK_CANCEL_SIWX',
  'SIWX_AUTH_SUCCESS',
  'SIWX_AUTH_ERROR',
  'EMAIL_LOGIN_SELECTED',
  'EMAIL_SUBMITTED',
  'DEVICE_REGISTERED_FOR_EMAIL',
  'EMAIL_VERIFICATION_CODE_SENT',
  'EMAIL_VERIFICATION_CODE_PASS',
  'EMAIL_VERIFICATION_CODE_FAIL',
  'EMAIL_EDIT',
  'EMAIL_UPGRADE_FROM_MODAL',
  'CLICK_CONVERT',
  'CLICK_SELECT_TOKEN_TO_SWAP',
  'CLICK_SELECT_NETWORK_TO_SWAP',
  'OPEN_SWAP',
  'INITIATE_SWAP',
  'SWAP_SUCCESS',
  'SWAP_ERROR',
  'SWAP_APPROVAL_ERROR',
  'SELECT_BUY_CRYPTO',
  'SELECT_BUY_PROVIDER',
  'SELECT_WHAT_IS_A_BUY',
  'SET_PREFERRED_ACCOUNT_TYPE',
  'SOCIAL_LOGIN_STARTED',
  'SOCIAL_LOGIN_SUCCESS',
  'SOCIAL_LOGIN_ERROR',
  'SOCIAL_LOGIN_REQUEST_USER_DATA',
  'SOCIAL_LOGIN_CANCELED',
  'OPEN_ENS_FLOW',
  'REGISTER_NAME_INITIATED',
  'REGISTER_NAME_SUCCESS',
  'REGISTER_NAME_ERROR',
  'OPEN_SEND',
  'SEND_INITIATED',
  'SEND_SUCCESS',
  'SEND_ERROR',
  // Kits of version 1.8.
  'SEND_REJECTED',
  'USER_REJECTED',
  'WALLET_IMPRESSION_V2',
] as const

const EventName = z.enum(EVENT_NAMES)

/**
 * Body of the request. Other fields that clients send (page, properties, wallet address) are dropped here
 * and never stored.
 */
export const AnalyticsEvent = z.object({
  eventId: z.uuid(),
  props: z.object({ type: z.enum(['track', 'error']), event: EventName }),
})
export type AnalyticsEvent = z.infer<typeof AnalyticsEvent>

const MAX_BATCH = 1_000

/**
 * Body of POST /batch: what kits of version 1.8 collect for some seconds. Pages send it as they close and read no
 * response, so events of newer kits are ignored instead of rejecting the others.
 */
export const AnalyticsBatch = z
  .array(z.object({ props: z.object({ event: z.catch(z.nullable(EventName), null) }) }))
  .check(z.maxLength(MAX_BATCH))

/** The response of both, status 202: empty. */
export const AnalyticsAccepted = z.object({})
