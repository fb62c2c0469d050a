import { type ChosenLimits, permissionRequest, sessionOf } from '@bullring/client/session-limits'
import type { Position } from '@bullring/prediction/payout'
import { type Epoch, toUnixSeconds } from '@bullring/prediction/units'
import { readSessionState } from '@bullring/smart-account/read-sessions'
import { type Session, sessionId } from '@bullring/smart-account/session'
import { createSessionKey, sessionKeyPoint } from '@bullring/smart-account/session-key'
import type { Address, Chain, Client, Hex, Transport } from 'viem'
import type { Connector } from 'wagmi'
import * as z from 'zod/mini'
import { loadFailure } from '#chain/contract/load-failure.ts'
import { sentOrDone } from '#chain/contract/sent-or-done.ts'
import { sendWithReturn } from '#chain/wallet/leave-page.ts'
import {
  deletePending,
  deleteSession,
  keepPending,
  readSession,
  savePending,
} from '#chain/wallet/one-tap-sessions.ts'

type Owner = { account: Address; chainId: number }
/** The limits that a player grants. */
export type GrantTerms = {
  limits: ChosenLimits
  markets: readonly [Address, ...Address[]]
  /** The bet that the permission starts with; null without one. */
  first: { position: Position; epoch: Epoch } | null
}

/** The storage that keeps the key is blocked. */
export class NoStorageError extends Error {
  override readonly name = 'NoStorageError'
}

const Granted = z.object({ permissionsContext: z.string() })

/** Lets the player approve limits for a new key, which then stays in this browser. */
export async function grantSession(connector: Connector, grant: Owner & GrantTerms): Promise<void> {
  const { account, chainId, limits, markets, first } = grant
  await readSession(grant).catch((cause: unknown) => {
    throw new NoStorageError('No storage for keys', { cause })
  })
  const { publicKey, privateKey } = await createSessionKey()
  const session = sessionOf(limits, await sessionKeyPoint(publicKey), markets)
  await savePending({ account, chainId, session, privateKey, grantedAtMs: Date.now() })
  const owner = { account, chainId }
  const id = sessionId(session)
  const awaited = { kind: 'grant', id, account, chainId, limits, markets, first } as const
  const response = sendWithReturn(awaited, () => askForGrant(connector, owner, session))
  await finishGrant(
    { ...owner, id },
    response.then((reply) => checkGrant(reply, id)),
  )
}

/** A permission that a page before this one has asked the wallet for. */
type ReturnedGrant = Owner & { id: Hex }

/**
 * Keeps the key of such a permission once the wallet, or the chain, says that it is granted.
 *
 * @param response - The wallet's.
 * @throws {OutcomeUnknownError} when neither says so: the key stays.
 */
export async function followReturnedGrant(
  client: Client<Transport, Chain | undefined>,
  { id, ...owner }: ReturnedGrant,
  response: Promise<unknown>,
): Promise<void> {
  const isDone = async () => (await readSessionState(client, owner.account, id)).status === 'active'
  const read = (reply: unknown) => {
    const isGrant = z.safeParse(Granted, reply).success
    return isGrant ? checkGrant(reply, id) : undefined
  }
  await finishGrant({ ...owner, id }, sentOrDone({ response, read, isDone }))
}

/** Keeps the key of a permission once it is granted, and destroys that of one which the player has refused. */
async function finishGrant({ id, ...owner }: ReturnedGrant, granted: Promise<unknown>) {
  try {
    await granted
  } catch (error) {
    // Any other failure may come after the approval.
    if ((await loadFailure(error)).kind === 'rejected') await deletePending(owner, id)
    throw error
  }
  if (!(await keepPending(owner, id))) throw new Error('There is no key for this permission.')
}

/** Lets the player approve exactly the limits of a session. */
export async function requestGrant(
  connector: Connector,
  owner: Owner,
  session: Session,
): Promise<void> {
  checkGrant(await askForGrant(connector, owner, session), sessionId(session))
}

function askForGrant(connector: Connector, owner: Owner, session: Session): Promise<unknown> {
  const params = [permissionRequest(session, owner)]
  return request(connector, { method: 'wallet_grantPermissions', params })
}

/** Returns the id of the granted session. */
function checkGrant(reply: unknown, id: Hex): Hex {
  const { permissionsContext } = z.parse(Granted, reply)
  if (permissionsContext !== id) throw new Error('The wallet granted other limits.')
  return id
}

/** Destroys the key, then lets the player approve the end of the session on the chain. */
export async function endSession(
  connector: Connector,
  owner: Owner,
  session: Session,
): Promise<void> {
  await deleteSession(owner)
  const call = {
    method: 'wallet_revokePermissions',
    params: [{ permissionsContext: sessionId(session) }],
  }
  const expiresAt = toUnixSeconds(session.expiresAt)
  await sendWithReturn({ kind: 'revoke', expiresAt }, () => request(connector, call))
}

const Provider = z.object({ request: z.custom<Request>((value) => typeof value === 'function') })
type Request = (call: { method: string; params: unknown }) => Promise<unknown>

async function request(connector: Connector, call: Parameters<Request>[0]): Promise<unknown> {
  return await z.parse(Provider, await connector.getProvider()).request(call)
}
