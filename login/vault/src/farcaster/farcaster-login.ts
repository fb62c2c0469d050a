import { setTimeout as sleep } from 'node:timers/promises'
import { farcasterNonce } from '@bullring/login-api/farcaster-nonce'
import type { Identity } from '@bullring/login-api/identity'
import type {
  FarcasterChannelResponse,
  FarcasterWaitResponse,
} from '@bullring/login-api/vault-api/farcaster'
import { FarcasterNotConfiguredError } from '@bullring/login-server/farcaster/errors'
import type { FarcasterRegistry } from '@bullring/login-server/farcaster/farcaster-registry'
import type { FarcasterRelay } from '@bullring/login-server/farcaster/farcaster-relay'
import { verifyFarcasterLogin } from '@bullring/login-server/farcaster/verify-farcaster-login'
import { limitsOfCaller } from '@bullring/server/limits/networks-of'
import type { Database } from '../db/database.ts'
import { storeLogin } from '../logins/logins.queries.ts'
import type { SignAssertion } from '../logins/sign-assertion.ts'
import { takeAllowance } from '../take-allowance.ts'
import { ChannelClosedError, ChannelLimitError } from './errors.ts'
import {
  CHANNEL_LIFETIME_SECONDS,
  deleteUnsignedChannel,
  type FarcasterChannel,
  findChannel,
  insertChannel,
  type SignedChannel,
  storeChannelResult,
} from './farcaster.queries.ts'

/** The vault's access to Farcaster. */
export type Farcaster = { relay: FarcasterRelay; registry: FarcasterRegistry }

export type FarcasterLoginDeps = {
  db: Database
  signAssertion: SignAssertion
  /** Null where the operator offers no login with Farcaster. */
  farcaster: Farcaster | null
  /** Origin of the frame: the site that the phone shows. */
  frameOrigin: string
  /** Ends waiting requests. */
  stopping: AbortSignal
}

/** Channels that one IP address may open. */
const CHANNELS_PER_HOUR = { seconds: 3_600, max: 60 }

const POLL_INTERVAL_MS = 1_000
const WAIT_MS = 25_000

/** Login with Farcaster: a page shows a link, a phone approves. */
export type FarcasterLogin = {
  open: (
    caller: { deviceId: string; ip: string },
    salt: string,
  ) => Promise<FarcasterChannelResponse>
  wait: (deviceId: string, channelId: string, signal: AbortSignal) => Promise<FarcasterWaitResponse>
}

/** Creates the {@link FarcasterLogin} of a vault. */
export function createFarcasterLogin(deps: FarcasterLoginDeps): FarcasterLogin {
  // Only the newest request for a channel polls the relay.
  const waits = new Map<string, AbortController>()
  return {
    open: (caller, salt) => openChannel(deps, caller, salt),
    wait: async (deviceId, channelId, signal) => {
      waits.get(channelId)?.abort()
      const newest = new AbortController()
      waits.set(channelId, newest)
      const end = AbortSignal.any([
        signal,
        deps.stopping,
        newest.signal,
        AbortSignal.timeout(WAIT_MS),
      ])
      try {
        return await waitForPhone(deps, { deviceId, channelId }, end)
      } finally {
        if (waits.get(channelId) === newest) waits.delete(channelId)
      }
    },
  }
}

/**
 * @throws {ChannelLimitError}
 *
 * @throws {FarcasterUnreachableError}
 */
async function openChannel(
  deps: FarcasterLoginDeps,
  { deviceId, ip }: { deviceId: string; ip: string },
  salt: string,
): Promise<FarcasterChannelResponse> {
  const { db, frameOrigin } = deps
  const { relay } = configured(deps)
  await db.transaction().execute(async (trx) => {
    const limit = { kind: 'channel-from', key: ip, windows: [CHANNELS_PER_HOUR] } as const
    for (const each of limitsOfCaller(limit)) {
      const wait = await takeAllowance(trx, each)
      if (wait > 0) throw new ChannelLimitError(wait)
    }
  })
  const { token, url } = await relay.open({
    domain: new URL(frameOrigin).host,
    uri: `${frameOrigin}/`,
    nonce: await farcasterNonce(deviceId, salt),
    expiresAt: new Date(Date.now() + CHANNEL_LIFETIME_SECONDS * 1_000),
  })
  const channelId = await db
    .transaction()
    .execute((trx) => insertChannel(trx, { deviceId, token, salt }))
  return { channelId, url, expiresInSeconds: CHANNEL_LIFETIME_SECONDS }
}

/**
 * Polls until the phone has approved, or `end` aborts.
 *
 * @throws {ChannelClosedError}
 */
async function waitForPhone(
  deps: FarcasterLoginDeps,
  { deviceId, channelId }: { deviceId: string; channelId: string },
  end: AbortSignal,
): Promise<FarcasterWaitResponse> {
  const { relay } = configured(deps)
  for (;;) {
    const channel = await findChannel(deps.db, channelId, deviceId)
    if (channel === undefined) throw new ChannelClosedError()
    const result = channel.result ?? (await readResult(deps.db, relay, channel, end))
    if (result !== null) return await completeLogin(deps, deviceId, { ...channel, result })
    await sleep(POLL_INTERVAL_MS, undefined, { signal: end }).catch(() => undefined)
    if (end.aborted) return { status: 'pending' }
  }
}

/** Returns null while there is no result, or when another request has read it. */
async function readResult(
  db: Database,
  relay: FarcasterRelay,
  { id, token }: FarcasterChannel,
  end: AbortSignal,
): Promise<SignedChannel | null> {
  const state = await relay.read(token)
  if (state.kind === 'pending') return null
  if (state.kind === 'closed') {
    // The relay returns a result once: another request of the page may be about to store it.
    await sleep(POLL_INTERVAL_MS, undefined, { signal: end }).catch(() => undefined)
    if (!end.aborted) await deleteUnsignedChannel(db, id)
    return null
  }
  const { message, signature, userName } = state
  const result = { message, signature, userName }
  await storeChannelResult(db, id, result)
  return result
}

/** @throws {FarcasterRefusedError} when the relay does not tell the truth. */
async function completeLogin(
  deps: FarcasterLoginDeps,
  deviceId: string,
  { salt, result }: { salt: string; result: SignedChannel },
): Promise<FarcasterWaitResponse> {
  const { db, signAssertion, frameOrigin } = deps
  const { message, signature, userName } = result
  const { fid } = await verifyFarcasterLogin(
    configured(deps).registry,
    { message, signature, salt },
    { deviceId, domain: new URL(frameOrigin).host, nowMs: Date.now() },
  )
  const identity: Identity = { provider: 'farcaster', subject: fid, email: null, name: userName }
  const { authTime } = await db.transaction().execute((trx) => storeLogin(trx, deviceId, identity))
  const assertion = await signAssertion({
    device: deviceId,
    identity,
    amr: ['farcaster'],
    auth_time: authTime,
    purpose: 'login',
  })
  const evidence = { kind: 'farcaster', message, signature, salt } as const
  return { status: 'completed', login: { assertion, identity, evidence } }
}

function configured({ farcaster }: FarcasterLoginDeps): Farcaster {
  if (farcaster === null) throw new FarcasterNotConfiguredError()
  return farcaster
}
