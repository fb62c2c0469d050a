import { type ChosenLimits, permissionRequest, sessionOf } from '@bullring/client/session-limits'
import type { Position } from '@bullring/prediction/payout'
import type { Epoch } from '@bullring/prediction/units'
import { type Session, sessionId } from '@bullring/smart-account/session'
import { createSessionKey, sessionKeyPoint } from '@bullring/smart-account/session-key'
import type { Address } from 'viem'
import type { Connector } from 'wagmi'
import * as z from 'zod/mini'
import { sendWithReturn } from '#chain/wallet/leave-page.ts'
import {
  deleteSession,
  readSession,
  savePending,
  saveSession,
  takePending,
} from '#chain/wallet/one-tap-sessions.ts'

type Owner = { account: Address; chainId: number }
type Markets = readonly [Address, ...Address[]]
type Grant = Owner & {
  limits: ChosenLimits
  markets: Markets
  /** The bet that the permission starts with; null without one. */
  first: { position: Position; epoch: Epoch } | null
}

/** The storage that keeps the key is blocked. */
export class NoStorageError extends Error {
  override readonly name = 'NoStorageError'
}

const Granted = z.object({ permissionsContext: z.string() })

/** Lets the player approve limits for a new key, which then stays in this browser. */
export async function grantSession(connector: Connector, grant: Grant): Promise<void> {
  const { account, chainId, limits, markets, first } = grant
  await readSession(grant).catch((cause: unknown) => {
    throw new NoStorageError('No storage for keys', { cause })
  })
  const { publicKey, privateKey } = await createSessionKey()
  const session = sessionOf(limits, await sessionKeyPoint(publicKey), markets)
  await savePending({ account, chainId, session, privateKey, grantedAtMs: Date.now() })
  await finishGrant(
    { account, chainId },
    sendWithReturn({ kind: 'grant', account, chainId, limits, markets, first }, () =>
      askForGrant(connector, { account, chainId }, session),
    ),
  )
}

/** Keeps the key of a permission once the wallet has granted it: the second half of {@link grantSession}. */
export async function finishGrant(owner: Owner, response: Promise<unknown>): Promise<void> {
  const reply = await response.catch(async (error: unknown) => {
    await takePending(owner)
    throw error
  })
  const pending = await takePending(owner)
  if (pending === null) throw new Error('There is no key for this permission.')
  checkGrant(reply, pending.session)
  await saveSession({ ...pending, grantedAtMs: Date.now() })
}

/** Lets the player approve exactly the limits of a session. */
export async function requestGrant(
  connector: Connector,
  owner: Owner,
  session: Session,
): Promise<void> {
  checkGrant(await askForGrant(connector, owner, session), session)
}

function askForGrant(connector: Connector, owner: Owner, session: Session): Promise<unknown> {
  const params = [permissionRequest(session, owner)]
  return request(connector, { method: 'wallet_grantPermissions', params })
}

function checkGrant(reply: unknown, session: Session): void {
  const { permissionsContext } = z.parse(Granted, reply)
  if (permissionsContext !== sessionId(session)) throw new Error('The wallet granted other limits.')
}

/** Destroys the key, then lets the player approve the end of the session on the chain. */
export async function endSession(
  connector: Connector,
  owner: Owner,
  session: Session,
): Promise<void> {
  await deleteSession(owner)
  await request(connector, {
    method: 'wallet_revokePermissions',
    params: [{ permissionsContext: sessionId(session) }],
  })
}

const Provider = z.object({ request: z.custom<Request>((value) => typeof value === 'function') })
type Request = (call: { method: string; params: unknown }) => Promise<unknown>

async function request(connector: Connector, call: Parameters<Request>[0]): Promise<unknown> {
  return await z.parse(Provider, await connector.getProvider()).request(call)
}
