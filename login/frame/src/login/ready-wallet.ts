import type { CustodySession, CustodyWallet } from '@bullring/login-api/custody-api/session'
import { runInOnePage } from '#device/run-in-one-page.ts'
import type { StoredSession } from '#device/stored-session.ts'
import { KeyMismatchError } from '#frame-errors.ts'
import { openWalletKeys } from '#login/wallet-unlock.ts'
import type { EnrolmentDeps } from './wallet-enrolment.ts'

/** Returns whether this device can sign with the wallet of the session, without a further step. */
export async function isEnrolled(
  { shares }: EnrolmentDeps,
  { wallet, hasAuthShare }: CustodySession,
): Promise<boolean> {
  if (wallet === null || !hasAuthShare) return false
  const stored = await shares.read(wallet.id)
  return stored?.isConfirmed ?? false
}

/**
 * Makes the wallet of a fresh login usable on this device: creates it, enrols the device, or completes what a
 * crash interrupted. Every step can be repeated. Returns the session as it is then.
 */
export async function readyWallet(
  deps: EnrolmentDeps,
  signedIn: StoredSession,
): Promise<CustodySession> {
  const { token, session } = signedIn
  if (await isEnrolled(deps, session)) return session
  const ready = await runInOnePage(`enrolment|${deps.device.id}`, () => enrol(deps, signedIn))
  if (ready !== undefined) return ready.result
  // Another page of this browser has done it.
  return await readyWallet(deps, { token, session: await deps.custody.readSession(token) })
}

async function enrol(deps: EnrolmentDeps, signedIn: StoredSession): Promise<CustodySession> {
  const { token, session } = signedIn
  const { createWallet, enrolDevice } = await import('./wallet-enrolment.ts')
  if (session.wallet === null) await createWallet(deps, signedIn)
  else if (!(await completesEnrolment(deps, token, session, session.wallet))) {
    await enrolDevice(deps, token, session.wallet)
  }
  return deps.custody.readSession(token)
}

/** Tries both shares, which a crash between the core's response and its record here leaves in place. */
async function completesEnrolment(
  deps: EnrolmentDeps,
  token: string,
  session: CustodySession,
  wallet: CustodyWallet,
): Promise<boolean> {
  if (!session.hasAuthShare || (await deps.shares.read(wallet.id)) === undefined) return false
  try {
    await openWalletKeys(deps, { token, wallet, purpose: ENROLMENT }, () => {})
  } catch (error) {
    if (error instanceof KeyMismatchError) return false
    throw error
  }
  await deps.shares.confirm(wallet.id)
  return true
}

/** Named in the core's log of released shares. */
const ENROLMENT = { method: 'enrol', params: [] }
