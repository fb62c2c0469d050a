import type { ThemePayload } from '@bullring/login-api/frame-messages/requests'
import type { FrameUser } from '@bullring/login-api/frame-messages/user'
import type { SocialProvider } from '@bullring/login-api/social-provider'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import type { Store } from '#core/store.ts'
import type { EmbeddedAccounts, EmbeddedAccountType } from './embedded-accounts.ts'
import type { LoginRecord } from './login-record.ts'

/** A request that the user has to approve in the frame. */
type Approval = { method: string }

type ApprovalState = { pending: Approval | null }

/** Requests that wait for the user's approval; one at a time. */
export type Approvals = Store<ApprovalState> & {
  /** The user closed the frame. Rejects the pending request, unless the user has approved it. */
  abort: () => void
}

/** Elements that show the frame above the page and above the modal. They live as long as the page. */
export type FrameHost = {
  /** In the top layer while the user approves. Closed, it keeps the frame loaded. */
  dialog: HTMLDialogElement
  card: HTMLElement
  /** Place of title and buttons. */
  header: HTMLElement
  /** Place of the frame. */
  body: HTMLElement
}

/**
 * The embedded wallet of the page: logs in, and shows requests for the user's approval. Its keys are in a frame of another
 * origin and never reach this page. Methods throw `EmbeddedWalletError`.
 */
export type EmbeddedWallet = {
  /** Origin of the frame. */
  origin: string
  host: FrameHost
  /** Whether a message is from the frame. */
  isFromFrame: (event: Pick<MessageEvent, 'origin' | 'source'>) => boolean
  approvals: Approvals
  record: LoginRecord
  /** Loads the frame ahead of the first request. */
  preload: () => void
  /** Sends a mail with a code or a link, unless this device is still logged in (`CONNECT`). */
  connectEmail: (email: string) => Promise<'VERIFY_DEVICE' | 'VERIFY_OTP' | 'CONNECT'>
  /** Waits until the user has opened the link of the mail. Then another mail brings the code. */
  connectDevice: (signal: AbortSignal) => Promise<void>
  connectOtp: (code: string) => Promise<void>
  updateEmail: (email: string) => Promise<'VERIFY_PRIMARY_OTP' | 'VERIFY_SECONDARY_OTP'>
  updateEmailPrimaryOtp: (code: string) => Promise<void>
  /** Returns the new address. */
  updateEmailSecondaryOtp: (code: string) => Promise<string>
  /** Returns the address of the provider's login page. */
  getSocialRedirectUri: (provider: SocialProvider, signal: AbortSignal) => Promise<string>
  /** @param resultUri - Address that the provider's page has returned to. */
  connectSocial: (provider: SocialProvider, resultUri: string) => Promise<void>
  getFarcasterUri: (signal: AbortSignal) => Promise<string>
  /** Waits until the user has approved in the Farcaster app. */
  connectFarcaster: (signal: AbortSignal) => Promise<void>
  /** Drops a Farcaster login that is under way. */
  dropFarcaster: () => Promise<void>
  /** Logs in with the launch data of the Mini App that the page is. It is used once: after a success, only the session is checked. */
  connectTelegram: (initData: string) => Promise<void>
  /** Resolves once the frame uses the theme. */
  syncTheme: (theme: ThemePayload) => Promise<void>
  isConnected: () => Promise<boolean>
  accounts: Store<ReturnType<EmbeddedAccounts['getState']>>
  /** Uses the account of this type on the current chain. The app's account changes. */
  setPreferredAccount: (type: EmbeddedAccountType) => Promise<void>
  getUser: (chainId: number) => Promise<FrameUser>
  getChainId: () => Promise<number>
  /** Returns the chain that the wallet is on afterwards. */
  switchNetwork: (chainId: number) => Promise<number>
  signOut: () => Promise<void>
  /** Returns the address of the account on a Solana cluster. */
  getSolanaAddress: (chainId: SolanaChainId) => Promise<string>
  /** Signs and sends a transaction in base58 once the user approves. Returns its signature. */
  sendSolana: (chainId: SolanaChainId, transaction: string) => Promise<string>
  /** Sends a JSON-RPC request (EIP-1193). */
  request: (call: { method: string; params?: unknown }) => Promise<unknown>
  /** Takes the outcome of a request that the page was left for, once: as `request`, or null where the wallet does not know it. */
  takeOutcome: (id: string) => Promise<unknown>
}
