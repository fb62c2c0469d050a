import {
  FarcasterChannelResponse,
  FarcasterWaitResponse,
} from '@bullring/login-api/vault-api/farcaster'
import {
  type FinishOAuthRequest,
  LoginResponse,
  type StartOAuthRequest,
  StartOAuthResponse,
} from '@bullring/login-api/vault-api/oauth'
import {
  type SendOtpRequest,
  SendOtpResponse,
  type VerifyOtpRequest,
  VerifyOtpResponse,
} from '@bullring/login-api/vault-api/otp'
import {
  type ListPasskeysRequest,
  ListPasskeysResponse,
  PasskeyStoredResponse,
  type ProveOwnerRequest,
  ProveOwnerResponse,
  type PutPasskeyRequest,
  type RemovePasskeyRequest,
  type RequirePasskeyRequest,
} from '@bullring/login-api/vault-api/passkeys'
import {
  type PutRecoveryRequest,
  PutRecoveryResponse,
  type ReleaseRecoveryRequest,
  ReleaseRecoveryResponse,
} from '@bullring/login-api/vault-api/recovery'
import type { TelegramLoginRequest } from '@bullring/login-api/vault-api/telegram'
import {
  type ConfirmPrimaryRequest,
  ConfirmPrimaryResponse,
  type ConfirmSecondaryRequest,
  ConfirmSecondaryResponse,
  FinishUpdateResponse,
  type UpdateEmailRequest,
  UpdateEmailResponse,
} from '@bullring/login-api/vault-api/update-email'
import type { SignedClient } from './signed-client.ts'

/** Longer than the server's long poll of 25 seconds. */
const LONG_POLL_MS = 35_000

/** Creates the client of the vault service. */
export function createVaultClient(post: SignedClient) {
  return {
    sendOtp: (body: SendOtpRequest) => post({ path: '/otp/send', schema: SendOtpResponse, body }),
    verifyOtp: (body: VerifyOtpRequest) =>
      post({ path: '/otp/verify', schema: VerifyOtpResponse, body }),
    putRecoveryShare: (body: PutRecoveryRequest) =>
      post({ path: '/recovery/put', schema: PutRecoveryResponse, body }),
    releaseRecoveryShare: (body: ReleaseRecoveryRequest) =>
      post({ path: '/recovery/release', schema: ReleaseRecoveryResponse, body }),
    updateEmail: (body: UpdateEmailRequest) =>
      post({ path: '/email/update', schema: UpdateEmailResponse, body }),
    confirmPrimaryEmail: (body: ConfirmPrimaryRequest) =>
      post({ path: '/email/primary', schema: ConfirmPrimaryResponse, body }),
    confirmSecondaryEmail: (body: ConfirmSecondaryRequest) =>
      post({ path: '/email/secondary', schema: ConfirmSecondaryResponse, body }),
    finishEmailUpdate: (receipt: string) =>
      post({ path: '/email/finish', schema: FinishUpdateResponse, body: { receipt } }),
    listPasskeys: (body: ListPasskeysRequest) =>
      post({ path: '/passkeys/list', schema: ListPasskeysResponse, body }),
    proveOwner: (body: ProveOwnerRequest) =>
      post({ path: '/passkeys/prove', schema: ProveOwnerResponse, body }),
    putPasskey: (body: PutPasskeyRequest) =>
      post({ path: '/passkeys/put', schema: PasskeyStoredResponse, body }),
    requirePasskey: (body: RequirePasskeyRequest) =>
      post({ path: '/passkeys/require', schema: PasskeyStoredResponse, body }),
    removePasskey: (body: RemovePasskeyRequest) =>
      post({ path: '/passkeys/remove', schema: PasskeyStoredResponse, body }),
    startOAuth: (body: StartOAuthRequest) =>
      post({ path: '/oauth/start', schema: StartOAuthResponse, body }),
    finishOAuth: (body: FinishOAuthRequest) =>
      post({ path: '/oauth/finish', schema: LoginResponse, body }),
    logInWithTelegram: (body: TelegramLoginRequest) =>
      post({ path: '/telegram/login', schema: LoginResponse, body }),
    openFarcasterChannel: (salt: string) =>
      post({ path: '/farcaster/channel', schema: FarcasterChannelResponse, body: { salt } }),
    waitForFarcaster: (channelId: string, signal: AbortSignal) =>
      post({
        path: '/farcaster/wait',
        schema: FarcasterWaitResponse,
        body: { channelId },
        timeoutMs: LONG_POLL_MS,
        signal,
      }),
  }
}

/** @see createVaultClient */
export type VaultClient = ReturnType<typeof createVaultClient>
