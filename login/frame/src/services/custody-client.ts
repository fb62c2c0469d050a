import { FRAME_BUNDLER_PATH } from '@bullring/login-api/custody-api/bundler'
import {
  type DeviceRevokeRequest,
  DeviceRevokeResponse,
  DevicesResponse,
} from '@bullring/login-api/custody-api/devices'
import {
  type DeviceWaitResponse as DeviceWait,
  DeviceWaitResponse,
  type EmailStartResponse as EmailStart,
  EmailStartResponse,
} from '@bullring/login-api/custody-api/email'
import {
  type EmailChangeResponse as EmailChange,
  EmailChangeApplyResponse,
  EmailChangeResponse,
  EmailReceiptResponse,
} from '@bullring/login-api/custody-api/email-change'
import {
  type FarcasterCheckRequest,
  FarcasterCheckResponse,
} from '@bullring/login-api/custody-api/farcaster'
import {
  CustodySession,
  SessionCloseResponse,
  type SessionOpenRequest,
  SessionOpenResponse,
  SessionReceiptResponse,
} from '@bullring/login-api/custody-api/session'
import {
  type TelegramClaimRequest,
  TelegramClaimResponse,
} from '@bullring/login-api/custody-api/telegram'
import {
  type AccountTypeRequest,
  type AuthShareRequest,
  type DeviceShareRequest,
  ShareResponse,
  StoredResponse,
  type WalletCreateRequest,
} from '@bullring/login-api/custody-api/wallet'
import { JsonRpcReply } from '@bullring/wallet-api/blockchain-api/json-rpc'
import type { SignedClient } from './signed-client.ts'

/** Longer than the server's long poll of 25 seconds. */
const LONG_POLL_MS = 35_000

/** Creates the client of the custody service. */
export function createCustodyClient(post: SignedClient) {
  return {
    ...loginCalls(post),
    ...emailChangeCalls(post),
    ...walletCalls(post),
    callBundler: ({ method, params }: { method: string; params: unknown }, token: string) =>
      post({
        path: FRAME_BUNDLER_PATH,
        schema: JsonRpcReply,
        body: { jsonrpc: '2.0', id: 1, method, params },
        token,
      }),
    listDevices: (token: string) => post({ path: '/core/devices', schema: DevicesResponse, token }),
    revokeDevice: (body: DeviceRevokeRequest, token: string) =>
      post({ path: '/core/devices/revoke', schema: DeviceRevokeResponse, body, token }),
  }
}

function loginCalls(post: SignedClient) {
  return {
    startEmail: (email: string, token: string | null): Promise<EmailStart> =>
      post({ path: '/core/email/start', schema: EmailStartResponse, body: { email }, token }),
    waitForDevice: (email: string, signal: AbortSignal): Promise<DeviceWait> =>
      post({
        path: '/core/email/device-wait',
        schema: DeviceWaitResponse,
        body: { email },
        timeoutMs: LONG_POLL_MS,
        signal,
      }),
    checkFarcaster: (body: FarcasterCheckRequest) =>
      post({ path: '/core/farcaster/check', schema: FarcasterCheckResponse, body }),
    claimTelegram: (body: TelegramClaimRequest) =>
      post({ path: '/core/telegram/claim', schema: TelegramClaimResponse, body }),
    openSession: (body: SessionOpenRequest) =>
      post({ path: '/core/session/open', schema: SessionOpenResponse, body }),
    readSession: (token: string) =>
      post({ path: '/core/session/get', schema: CustodySession, token }),
    readSessionReceipt: (token: string) =>
      post({ path: '/core/session/receipt', schema: SessionReceiptResponse, token }),
    closeSession: (token: string) =>
      post({ path: '/core/session/close', schema: SessionCloseResponse, token }),
  }
}

function emailChangeCalls(post: SignedClient) {
  return {
    startEmailChange: (email: string, token: string): Promise<EmailChange> =>
      post({
        path: '/core/email-change/start',
        schema: EmailChangeResponse,
        body: { email },
        token,
      }),
    waitForEmailChange: (email: string, token: string, signal: AbortSignal): Promise<EmailChange> =>
      post({
        path: '/core/email-change/wait',
        schema: EmailChangeResponse,
        body: { email },
        token,
        timeoutMs: LONG_POLL_MS,
        signal,
      }),
    applyEmailChange: (assertion: string, token: string) =>
      post({
        path: '/core/email-change/apply',
        schema: EmailChangeApplyResponse,
        body: { assertion },
        token,
      }),
    readEmailReceipt: (token: string, newWalletId?: string) =>
      post({
        path: '/core/email-change/receipt',
        schema: EmailReceiptResponse,
        body: { newWalletId },
        token,
      }),
  }
}

function walletCalls(post: SignedClient) {
  return {
    createWallet: (body: WalletCreateRequest, token: string) =>
      post({ path: '/core/wallet/create', schema: StoredResponse, body, token }),
    readAuthShare: (body: AuthShareRequest, token: string) =>
      post({ path: '/core/wallet/auth-share', schema: ShareResponse, body, token }),
    storeAuthShare: (body: DeviceShareRequest, token: string) =>
      post({ path: '/core/wallet/device-share', schema: StoredResponse, body, token }),
    storeAccountType: (body: AccountTypeRequest, token: string) =>
      post({ path: '/core/wallet/account-type', schema: StoredResponse, body, token }),
    readRecoveryShare: (token: string) =>
      post({ path: '/core/wallet/recovery-auth', schema: ShareResponse, token }),
  }
}

/** @see createCustodyClient */
export type CustodyClient = ReturnType<typeof createCustodyClient>
