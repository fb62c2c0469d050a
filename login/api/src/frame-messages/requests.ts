import * as z from 'zod/mini'
import { SocialProvider } from '../social-provider.ts'
import { TelegramInitData } from '../telegram-init-data.ts'
import { RpcRequest } from './rpc-request.ts'
import { FrameChainId } from './user.ts'

const Nothing = z.optional(z.unknown())
const Email = z.object({ email: z.email() })
const Otp = z.object({ otp: z.string() })

/** Colours, mode and language of the modal around the frame. */
export const ThemePayload = z.object({
  themeMode: z.optional(z.enum(['light', 'dark'])),
  themeVariables: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  w3mThemeVariables: z.optional(z.record(z.string(), z.string())),
  /** BCP 47 tag. Only our wallet kit sends it. */
  language: z.optional(z.string()),
})
export type ThemePayload = z.infer<typeof ThemePayload>

/** Self-description of the app. Untrusted: the frame shows the app's origin beside it. */
export const DappPayload = z.object({
  metadata: z.optional(
    z.object({
      name: z.string(),
      description: z.string(),
      url: z.string(),
      icons: z.array(z.string()),
    }),
  ),
  sdkVersion: z.optional(z.string()),
  sdkType: z.optional(z.string()),
  /** An addition of ours: the app understands `APPROVED_TYPE`. */
  hearsApproval: z.optional(z.boolean()),
  /** An addition of ours: the account is the one that the wallet prefers, which for a new wallet is the smart account. */
  followsWallet: z.optional(z.boolean()),
  /** An addition of ours: the browser of the app opens no windows. */
  opensNoWindows: z.optional(z.boolean()),
  projectId: z.string(),
})
export type DappPayload = z.infer<typeof DappPayload>

/** The requests of an app to the frame, each with the schema of its payload. */
export const requestPayloads = {
  CONNECT_EMAIL: Email,
  CONNECT_DEVICE: Nothing,
  CONNECT_OTP: Otp,
  CONNECT_SOCIAL: z.object({ uri: z.string() }),
  GET_SOCIAL_REDIRECT_URI: z.object({ provider: SocialProvider }),
  GET_FARCASTER_URI: Nothing,
  CONNECT_FARCASTER: Nothing,
  /** An addition of ours: logs in with the launch data of the Mini App that the app is. */
  CONNECT_TELEGRAM: z.object({ initData: TelegramInitData }),
  GET_USER: z.optional(
    z.object({
      chainId: z.optional(FrameChainId),
      preferredAccountType: z.optional(z.string()),
    }),
  ),
  SIGN_OUT: Nothing,
  IS_CONNECTED: Nothing,
  GET_CHAIN_ID: Nothing,
  SWITCH_NETWORK: z.object({ chainId: FrameChainId }),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: Nothing,
  SET_PREFERRED_ACCOUNT: z.object({ type: z.string() }),
  INIT_SMART_ACCOUNT: Nothing,
  UPDATE_EMAIL: Email,
  UPDATE_EMAIL_PRIMARY_OTP: z.object({
    otp: z.string(),
    /** An addition of ours: the app tells the user of the mailed link, and waits until it is approved. */
    awaitsApproval: z.optional(z.boolean()),
  }),
  UPDATE_EMAIL_SECONDARY_OTP: Otp,
  SYNC_THEME: ThemePayload,
  SYNC_DAPP_DATA: DappPayload,
  RPC_REQUEST: RpcRequest,
  /** An addition of ours: keeps a request for a page of the wallet, which then returns to a page of the app. */
  KEEP_REQUEST: z.object({ request: RpcRequest, returnTo: z.url() }),
  /** An addition of ours: takes the outcome of a kept request, once. */
  TAKE_OUTCOME: z.object({ id: z.string() }),
  RELOAD: Nothing,
} as const

/** Name of a request, without its prefix. */
export type RequestName = keyof typeof requestPayloads

/** Payload of the request `name`. */
export type RequestPayload<name extends RequestName> = z.output<(typeof requestPayloads)[name]>
