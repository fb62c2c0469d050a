import type { FrameChainId, FrameUser } from '@bullring/login-api/frame-messages/user'
import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { readDevice } from '#core/device.ts'
import { createApprovalQueue } from '#core/embedded/approval-queue.ts'
import {
  createEmbeddedAccounts,
  type EmbeddedAccounts,
  type EmbeddedAccountType,
} from '#core/embedded/embedded-accounts.ts'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { EmbeddedWalletError } from '#core/embedded/embedded-wallet-error.ts'
import type { LeavesPage } from '#core/embedded/leaves-page.ts'
import { createLoginRecord, type LoginRecord } from '#core/embedded/login-record.ts'
import type { Metadata } from '#core/options.ts'
import { createPersistence, type KeyValueStorage } from '#core/persistence.ts'
import { SDK_QUERY } from '#core/service/wallet-service.ts'
import { createFrameChannel, type FrameChannel } from './frame-channel.ts'
import { createFrameHost } from './frame-host.ts'
import { leaveForApproval } from './leave-for-approval.ts'
import { checkOptions, createLogin, type Login, orDone, RESPONSE_MS } from './login-once.ts'
import { createRequest, outcomeOf } from './request-of-wallet.ts'
import { solanaRequests } from './solana-requests.ts'

/** R-FRAME-1: the version of the frame's protocol. */
const PROTOCOL_VERSION = '4'

export type EmbeddedWalletDeps = {
  /** Origin of the wallet. Its frame is at `/sdk`. */
  frameUrl: string
  projectId: string
  metadata?: Metadata | undefined
  startsSmart?: boolean | undefined
  leavesPage?: LeavesPage | undefined
  /** The chain before the first login. */
  defaultChainId: number
  storage: () => KeyValueStorage | undefined
  onUser: (user: FrameUser) => void
  onSignedOut: () => void
  onLoadTimeout: () => void
  onUnsupported: (method: string) => void
}

/** Creates the embedded wallet of a page. Its frame loads with the first request. */
export function createEmbeddedWallet(deps: EmbeddedWalletDeps): EmbeddedWallet {
  const { defaultChainId, onSignedOut, onUnsupported } = deps
  const record = createLoginRecord(createPersistence(deps.storage))
  const lastChain = () => record.lastChain() ?? defaultChainId
  const url = frameUrlOf(deps, lastChain())
  const host = createFrameHost(url, document)
  const approvals = createApprovalQueue()
  const frame = createFrameChannel({
    host,
    origin: url.origin,
    page: window,
    onLoadTimeout: deps.onLoadTimeout,
    onApproved: approvals.markApproved,
    onPush: (name, payload) => {
      // Sound: the channel has parsed the payload with the schema of `name`.
      if (name === 'GET_USER') return deps.onUser(payload as FrameUser)
      if ((payload as { isConnected: boolean }).isConnected) return
      record.clear()
      onSignedOut()
    },
  })
  const channel = withOwedSignOut(withDappData(frame, deps), record)
  const accounts = createEmbeddedAccounts()
  const logIn = createLogin(channel)
  const account = accountRequests(channel, record, accounts)
  const request = createRequest({
    channel,
    approvals,
    lastChain,
    getAddresses: async () => [(await account.getUser(lastChain())).address],
    switchNetwork: account.switchNetwork,
    onUnsupported,
    leave: async (call) => {
      const keep = opensNoWindows() ? deps.leavesPage?.(call) : null
      if (!keep) return
      const { dialog } = host
      await leaveForApproval({ channel, dialog, page: window, origin: url.origin, keep }, call)
    },
  })
  return {
    origin: url.origin,
    host,
    isFromFrame: host.isFromFrame,
    approvals,
    record,
    preload: () => void channel.load().catch(() => undefined),
    ...emailRequests(channel, record, logIn),
    ...socialRequests(channel, record, logIn),
    ...account,
    accounts,
    setPreferredAccount: async (type) => {
      try {
        await preferAccount(channel, type)
      } finally {
        // The account that the frame uses signs.
        deps.onUser(await account.getUser(lastChain()))
      }
    },
    syncTheme: async (theme) => void (await channel.request('SYNC_THEME', theme)),
    ...solanaRequests({ channel, request, lastChain }),
    request,
    takeOutcome: async (id) => outcomeOf(await channel.request('TAKE_OUTCOME', { id })),
  }
}

/** Telegram's apps open none. */
function opensNoWindows(): boolean {
  return readDevice().isTelegram
}

function frameUrlOf({ frameUrl, projectId }: EmbeddedWalletDeps, chainId: number): URL {
  const url = new URL('/sdk', frameUrl)
  url.searchParams.set('projectId', projectId)
  url.searchParams.set('chainId', toCaipNetworkId(chainId))
  url.searchParams.set('version', PROTOCOL_VERSION)
  url.searchParams.set('enableLogger', 'false')
  return url
}

/** Introduces the app to the frame before the first request. */
function withDappData(
  channel: FrameChannel,
  { metadata, projectId, startsSmart = false }: EmbeddedWalletDeps,
): FrameChannel {
  let isIntroduced = false
  return {
    load: channel.load,
    request: (...request) => {
      if (!isIntroduced) {
        isIntroduced = true
        const introduce = channel.request('SYNC_DAPP_DATA', {
          ...(metadata && { metadata: { ...metadata, icons: [...metadata.icons] } }),
          sdkVersion: SDK_QUERY.sv,
          sdkType: SDK_QUERY.st,
          hearsApproval: true,
          ...(startsSmart && { followsWallet: true }),
          ...(opensNoWindows() && { opensNoWindows: true }),
          projectId,
        })
        // Only names and pictures: the request itself must not wait for them.
        introduce.catch(() => {
          isIntroduced = false
        })
      }
      return channel.request(...request)
    },
  }
}

/** Signs out of the frame before the next request where an earlier sign-out did not reach it. */
function withOwedSignOut(channel: FrameChannel, record: LoginRecord): FrameChannel {
  let paying: Promise<unknown> | null = null
  const pay = async () => {
    await channel.request('SIGN_OUT')
    record.storeSignOutOwed(false)
  }
  return {
    load: channel.load,
    request: async (...request) => {
      if (record.isSignOutOwed() && request[0] !== 'SIGN_OUT') {
        paying ??= pay().finally(() => {
          paying = null
        })
        await paying
      }
      return await channel.request(...request)
    },
  }
}

function emailRequests(channel: FrameChannel, record: LoginRecord, logIn: Login) {
  let nextEmail = ''
  return {
    connectEmail: async (email: string) => {
      const { action } = await channel.request('CONNECT_EMAIL', { email })
      record.storeMailSent()
      return action
    },
    connectDevice: async (signal: AbortSignal) =>
      void (await logIn(() => channel.request('CONNECT_DEVICE', undefined, { signal }))),
    connectOtp: async (otp: string) =>
      void (await logIn(() => channel.request('CONNECT_OTP', { otp }))),
    updateEmail: async (email: string) => {
      const { action } = await channel.request('UPDATE_EMAIL', { email })
      nextEmail = email
      record.storeMailSent()
      return action
    },
    updateEmailPrimaryOtp: async (otp: string) =>
      // Waits for the user, who approves the change in another mail.
      void (await channel.request(
        'UPDATE_EMAIL_PRIMARY_OTP',
        { otp, awaitsApproval: true },
        { timeout: 'none' },
      )),
    updateEmailSecondaryOtp: async (otp: string) => {
      const { newEmail } = await orDone(
        channel.request('UPDATE_EMAIL_SECONDARY_OTP', { otp }),
        async () => {
          const { email } = await channel.request('GET_USER', undefined, checkOptions())
          return email?.toLowerCase() === nextEmail.toLowerCase() ? { newEmail: email } : undefined
        },
      )
      record.storeEmail(newEmail)
      return newEmail
    },
  } satisfies Partial<EmbeddedWallet>
}

function socialRequests(channel: FrameChannel, record: LoginRecord, logIn: Login) {
  return {
    getSocialRedirectUri: async (provider, signal) =>
      (await channel.request('GET_SOCIAL_REDIRECT_URI', { provider }, { signal })).uri,
    connectSocial: async (provider, uri) => {
      const reply = await logIn(() => channel.request('CONNECT_SOCIAL', { uri }))
      record.storeSocial(provider, reply?.userName ?? null)
    },
    getFarcasterUri: async (signal) =>
      (await channel.request('GET_FARCASTER_URI', undefined, { signal })).url,
    connectFarcaster: async (signal) => {
      const options = { timeout: 'none', signal } as const
      const reply = await logIn(() => channel.request('CONNECT_FARCASTER', undefined, options))
      record.storeSocial('farcaster', reply?.userName ?? null)
    },
    connectTelegram: async (initData) => {
      const reply = await logIn(() => channel.request('CONNECT_TELEGRAM', { initData }), initData)
      record.storeSocial('telegram', reply?.userName ?? null)
    },
    dropFarcaster: async () => void (await channel.request('RELOAD')),
  } satisfies Partial<EmbeddedWallet>
}

function accountRequests(channel: FrameChannel, record: LoginRecord, accounts: EmbeddedAccounts) {
  return {
    isConnected: () => readConnected(channel, record),
    getUser: async (chainId: number) => {
      const user = await channel.request('GET_USER', { chainId })
      accounts.setState({
        accounts: user.accounts ?? [],
        isSmartAccountDeployed: user.smartAccountDeployed ?? false,
      })
      record.storeLogin({ email: user.email ?? null, chainId: toEvmChainId(user.chainId) })
      void storeSmartAccountNetworks(channel, record, accounts)
      return user
    },
    getChainId: async () => toEvmChainId((await channel.request('GET_CHAIN_ID')).chainId),
    switchNetwork: async (chainId: number) => {
      const target = toCaipNetworkId(chainId)
      const reply = await channel.request('SWITCH_NETWORK', { chainId: target })
      const current = toEvmChainId(reply.chainId)
      record.storeChain(current)
      return current
    },
    signOut: () => signOut(channel, record),
  } satisfies Partial<EmbeddedWallet>
}

/** Signs out here in any case, unless the frame refuses: one that cannot be reached signs out when it can. */
async function signOut(channel: FrameChannel, record: LoginRecord): Promise<void> {
  const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), RESPONSE_MS))
  const isReached = channel.request('SIGN_OUT').then(
    () => true,
    (error: unknown) => {
      if (error instanceof EmbeddedWalletError && error.failure !== 'refused') return false
      throw error
    },
  )
  record.storeSignOutOwed(!(await Promise.race([isReached, late])))
  record.clear()
}

/**
 * R-EMAIL-4: no login, and an error of the frame, clear the record. A frame that cannot be reached has said nothing: offline
 * visitors keep their login.
 */
async function readConnected(channel: FrameChannel, record: LoginRecord): Promise<boolean> {
  try {
    const { isConnected } = await channel.request('IS_CONNECTED')
    if (!isConnected) record.clear()
    return isConnected
  } catch (error) {
    if (error instanceof EmbeddedWalletError && error.failure === 'refused') record.clear()
    throw error
  }
}

/** An error stores an empty list. */
async function storeSmartAccountNetworks(
  channel: FrameChannel,
  record: LoginRecord,
  accounts: EmbeddedAccounts,
) {
  const reply = await channel.request('GET_SMART_ACCOUNT_ENABLED_NETWORKS').catch(() => null)
  const choiceChainIds = reply?.smartAccountEnabledNetworks ?? []
  record.storeSmartAccountNetworks(choiceChainIds)
  accounts.setState({ choiceChainIds })
}

/** R-SMART-2: an error selects the wallet's key, the `eoa`. */
async function preferAccount(channel: FrameChannel, type: EmbeddedAccountType): Promise<void> {
  try {
    const used = await channel.request('SET_PREFERRED_ACCOUNT', { type })
    if (used.type !== type) throw new EmbeddedWalletError('refused')
  } catch (error) {
    await channel.request('SET_PREFERRED_ACCOUNT', { type: 'eoa' }).catch(() => undefined)
    throw error
  }
}

/** Returns the number of an EVM chain: 56, "56" and "eip155:56" are the same. */
function toEvmChainId(chainId: FrameChainId): number {
  return typeof chainId === 'number' ? chainId : Number(chainId.replace(/^eip155:/, ''))
}
