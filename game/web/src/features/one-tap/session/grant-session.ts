import { type ChosenLimits, permissionRequest, sessionOf } from '@bullring/client/session-limits'
import { type Session, sessionId } from '@bullring/smart-account/session'
import { createSessionKey, sessionKeyPoint } from '@bullring/smart-account/session-key'
import type { Address } from 'viem'
import type { Connector } from 'wagmi'
import * as z from 'zod/mini'
import { deleteSession, readSession, saveSession } from '#chain/wallet/one-tap-sessions.ts'

type Owner = { account: Address; chainId: number }
type Grant = Owner & { limits: ChosenLimits; markets: readonly Address[] }

/** The storage that keeps the key is blocked. */
export class NoStorageError extends Error {
  override readonly name = 'NoStorageError'
}

const Granted = z.object({ permissionsContext: z.string() })

/** Lets the player approve limits for a new key, which then stays in this browser. */
export async function grantSession(connector: Connector, grant: Grant): Promise<void> {
  const { account, chainId, limits, markets } = grant
  await readSession(grant).catch((cause: unknown) => {
    throw new NoStorageError('No storage for keys', { cause })
  })
  const { publicKey, privateKey } = await createSessionKey()
  const session = sessionOf(limits, await sessionKeyPoint(publicKey), markets)
  await requestGrant(connector, { account, chainId }, session)
  await saveSession({ account, chainId, session, privateKey, grantedAtMs: Date.now() })
}

/** Lets the player approve exactly the limits of a session. */
export async function requestGrant(
  connector: Connector,
  owner: Owner,
  session: Session,
): Promise<void> {
  const reply = await request(connector, {
    method: 'wallet_grantPermissions',
    params: [permissionRequest(session, owner)],
  })
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
