import * as z from 'zod/mini'
import type { RequestName } from './requests.ts'
import { FrameChainId, FrameSocialUser, FrameUser } from './user.ts'

const Ignored = z.optional(z.unknown())

/**
 * Payload of every error reply. Apps recognize errors by their message; the code, of a JSON-RPC error that a standard
 * names, is an addition of ours, and so is the reason: the code of an error that our kit has a text for.
 */
export const ErrorPayload = z.object({
  message: z.string(),
  code: z.optional(z.int()),
  reason: z.optional(z.string()),
})

/** Outcome of a kept request: the result of the JSON-RPC request, null where the wallet does not know it, or an error reply. */
export const KeptOutcome = z.union([
  z.object({ error: ErrorPayload }),
  z.object({ result: z.unknown() }),
])
export type KeptOutcome = z.infer<typeof KeptOutcome>

/** The payload of each successful reply. The app ignores payloads that are `unknown` here. */
export const replyPayloads = {
  CONNECT_EMAIL: z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) }),
  CONNECT_DEVICE: Ignored,
  CONNECT_OTP: Ignored,
  CONNECT_SOCIAL: FrameSocialUser,
  GET_SOCIAL_REDIRECT_URI: z.object({ uri: z.string() }),
  GET_FARCASTER_URI: z.object({ url: z.string() }),
  CONNECT_FARCASTER: z.object({ userName: z.string() }),
  CONNECT_TELEGRAM: z.object({ userName: z.nullable(z.string()) }),
  GET_USER: FrameUser,
  SIGN_OUT: Ignored,
  IS_CONNECTED: z.object({ isConnected: z.boolean() }),
  GET_CHAIN_ID: z.object({ chainId: FrameChainId }),
  SWITCH_NETWORK: z.object({ chainId: FrameChainId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: z.object({
    smartAccountEnabledNetworks: z.array(z.number()),
  }),
  SET_PREFERRED_ACCOUNT: z.object({ type: z.string(), address: z.string() }),
  INIT_SMART_ACCOUNT: z.object({ address: z.string(), isDeployed: z.boolean() }),
  UPDATE_EMAIL: z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  UPDATE_EMAIL_PRIMARY_OTP: Ignored,
  UPDATE_EMAIL_SECONDARY_OTP: z.object({ newEmail: z.email() }),
  SYNC_THEME: Ignored,
  SYNC_DAPP_DATA: Ignored,
  /** The payload is the result of the JSON-RPC request. */
  RPC_REQUEST: z.unknown(),
  /** The page of the wallet and the id of the request; null where such a page does not see what the frame keeps. */
  KEEP_REQUEST: z.nullable(z.object({ url: z.url(), id: z.string() })),
  TAKE_OUTCOME: KeptOutcome,
  RELOAD: Ignored,
} as const satisfies Record<RequestName, z.ZodMiniType>

/** Payload of the successful reply to the request `name`. */
export type ReplyPayload<name extends RequestName> = z.output<(typeof replyPayloads)[name]>

/** Reason of a reply: a passkey of the wallet is not at hand. */
export const PASSKEY_LACKING = 'passkey-lacking'

/** The message of an error reply after the user declined. Apps recognize this text. */
export const USER_REJECTED_MESSAGE = 'User rejected the request.'

/** The vault's text when the phone declined a login with Farcaster, or the time is over. */
export const FARCASTER_CLOSED_MESSAGE = 'The login was declined or has expired. Please try again.'
