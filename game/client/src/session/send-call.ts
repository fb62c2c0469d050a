import { SessionCallResponse } from '@bullring/accounts-api/sessions/sessions-api'
import type { UnixSeconds } from '@bullring/prediction/units'
import {
  allowanceLeft,
  readSessionState,
  type SessionState,
} from '@bullring/smart-account/read-sessions'
import { type Session, sessionId } from '@bullring/smart-account/session'
import type { SignedSessionCall } from '@bullring/smart-account/session-calls'
import { signSessionCall } from '@bullring/smart-account/session-key'
import { toWireCall } from '@bullring/smart-account/wire-session-call'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { requestJson } from '@bullring/wire/http/request-json'
import type { Address, Client, Hex } from 'viem'
import { getBalance, getBlock } from 'viem/actions'
import type { MarketCall } from '../chain/market-calls.ts'
import { wait } from '../wait.ts'
import { type CallFailure, type CallOutcome, readRefusal } from './call-outcome.ts'

/** Access to the chain and to the service that sends calls. */
export type CallDeps = {
  /** Runs a task while no other one of the same name runs; by default at once, for programs that send one call at a time. */
  inTurn?: <result>(name: string, task: () => Promise<result>) => Promise<result>
  client: Client
  servicesUrl: string
  projectId: string
  signal: AbortSignal
  /** Called once the calls before have ended: whether the player's own limits still allow the bet. */
  isAllowed?: () => boolean
  /** Called before a call is posted: from then on it may be made, unless the outcome says otherwise. */
  onPost?: () => void
}

/** A session, and the key that signs for it. */
export type HeldSession = {
  account: Address
  chainId: number
  session: Session
  privateKey: InstanceType<typeof CryptoKey>
}

/** A call of a market. */
export type SessionMarketCall = MarketCall & {
  /** Chain time from which the contract refuses it; null for never. */
  lockAt: UnixSeconds | null
}

/** Seconds of chain time in which a call can be made: the bundler does not wait longer for a slow chain. */
const CALL_SECONDS = 60
/** Limit on the device's clock, for a chain that makes no blocks. */
const GIVE_UP_MS = 90_000
const POLL_MS = 200
/** Waits before each further attempt. */
const RETRY_MS = [500, 1_500] as const

type Start = { state: SessionState; balance: bigint; timeS: number }

/**
 * Makes a call with a session's key and waits until it is in a block. One after the other: their nonces are in sequence.
 */
export function sendCall(
  deps: CallDeps,
  stored: HeldSession,
  call: SessionMarketCall,
): Promise<CallOutcome> {
  const id = sessionId(stored.session)
  const { inTurn = (_, task) => task() } = deps
  return inTurn(`bullring.one-tap.${id}`, async (): Promise<CallOutcome> => {
    if (deps.isAllowed?.() === false) return 'ownLimit'
    for (const waitMs of [...RETRY_MS, null]) {
      const outcome = await sendNext(deps, { stored, id }, call)
      if (outcome !== 'nonce') return outcome
      if (waitMs !== null) await wait(waitMs)
      deps.signal.throwIfAborted()
    }
    return 'unavailable'
  })
}

type Keyed = { stored: HeldSession; id: Hex }

async function sendNext(
  deps: CallDeps,
  { stored, id }: Keyed,
  { lockAt, ...call }: SessionMarketCall,
): Promise<CallOutcome | 'nonce'> {
  const { account, chainId, session, privateKey } = stored
  const start = await readStart(deps.client, account, id).catch(() => null)
  if (start === null) return 'offline'
  const problem = problemOf(start, stored, { ...call, lockAt })
  if (problem !== null) return problem
  const { nonce } = start.state
  const deadline = start.timeS + CALL_SECONDS
  const signed = { ...call, nonce, deadline }
  const signature = await signSessionCall(privateKey, { account, id, call: signed, chainId })
  deps.signal.throwIfAborted()
  deps.onPost?.()
  const failure = await post(deps, { account, session, call: signed, signature })
  // The deadline has passed on the way, unless the session ends before it.
  if (failure === 'late' && session.expiresAt <= deadline) return 'expired'
  if (failure !== null) return failure
  return await untilMade(deps, { account, id, nonce, endS: deadline, lockAt })
}

async function readStart(client: Client, account: Address, id: Hex): Promise<Start> {
  const [state, balance, block] = await Promise.all([
    readSessionState(client, account, id),
    getBalance(client, { address: account }),
    getBlock(client),
  ])
  return { state, balance, timeS: Number(block.timestamp) }
}

/** Returns the reason why a call would fail; null when it would not. */
function problemOf(
  { state, balance, timeS }: Start,
  { session }: HeldSession,
  { value, lockAt }: SessionMarketCall,
): CallFailure | null {
  if (state.status !== 'active') return 'revoked'
  if (timeS >= session.expiresAt) return 'expired'
  const left = allowanceLeft(session, state, timeS)
  if (value > left.perCall) return 'limit'
  if (left.calls === 0) return 'rate'
  if (lockAt !== null && timeS >= lockAt) return 'locked'
  return value > balance ? 'balance' : null
}

/** Returns the reason why the service does not send a call; null when it does, or may. Repeating a call is harmless. */
async function post(
  { servicesUrl, projectId, signal }: CallDeps,
  signed: SignedSessionCall,
): Promise<CallFailure | 'nonce' | null> {
  const query = new URLSearchParams({ projectId })
  const url = `${servicesUrl}/v1/sessions/${signed.account}/calls?${query}`
  let isUnsure = false
  for (const waitMs of [...RETRY_MS, null]) {
    try {
      await requestJson({ url, schema: SessionCallResponse, body: toWireCall(signed), signal })
      return null
    } catch (error) {
      signal.throwIfAborted()
      const failure = readProblem(error)
      // An attempt before may have arrived: the chain says whether it was made.
      if (failure !== 'unavailable') return isUnsure ? null : failure
      isUnsure = true
      if (waitMs !== null) await wait(waitMs)
      signal.throwIfAborted()
    }
  }
  return 'unavailable'
}

function readProblem(error: unknown): CallFailure | 'nonce' {
  if (!(error instanceof ApiProblemError) || error.isRetryable) return 'unavailable'
  if (error.status === 429) return 'rate'
  return error.status === 409 ? readRefusal(error.reason) : 'refused'
}

type SentCall = {
  account: Address
  id: Hex
  nonce: number
  /** Last second in which it can be made. */
  endS: number
  lockAt: UnixSeconds | null
}

/** Waits until a block has the call, or none can take it any more. */
async function untilMade({ client, signal }: CallDeps, sent: SentCall): Promise<CallOutcome> {
  const { account, id, nonce, endS, lockAt } = sent
  const startedMs = performance.now()
  while (performance.now() - startedMs < GIVE_UP_MS) {
    signal.throwIfAborted()
    const read = await readProgress(client, account, id).catch(() => null)
    if (read !== null) {
      if (read.nonce > nonce) return 'made'
      if (lockAt !== null && read.timeS >= lockAt) return 'locked'
      if (read.timeS > endS) return 'late'
    }
    await wait(POLL_MS)
  }
  return 'unavailable'
}

/** Reads the time before the nonce: the nonce then counts every call made until that time. */
async function readProgress(client: Client, account: Address, id: Hex) {
  const { timestamp } = await getBlock(client)
  const { nonce } = await readSessionState(client, account, id)
  return { timeS: Number(timestamp), nonce }
}
