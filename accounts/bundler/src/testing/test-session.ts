import type { WireSessionRevocation } from '@bullring/accounts-api/sessions/session-revocation'
import { type Session, type SessionCall, sessionId } from '@bullring/smart-account/session'
import { grantCalls, type SignedSessionCall } from '@bullring/smart-account/session-calls'
import {
  createSessionKey,
  type SessionKey,
  sessionKeyPoint,
  signSessionCall,
} from '@bullring/smart-account/session-key'
import { revocationTypedData } from '@bullring/smart-account/session-signatures'
import { toWireCall } from '@bullring/smart-account/wire-session-call'
import { type Hash, type Hex, slice } from 'viem'
import * as z from 'zod/mini'
import {
  betOn,
  CHAIN_ID,
  callerHeaders,
  type clientOf,
  type startTestChain,
  type TestCaller,
} from './start-test-bundler.ts'

type Chain = Pick<
  Awaited<ReturnType<typeof startTestChain>>,
  'reader' | 'newAccount' | 'prediction'
>
type Account = Awaited<ReturnType<Chain['newAccount']>>

/** An account with a session for bets. */
export type TestSession = { account: Account; key: SessionKey; session: Session; id: Hex }

/** Lets a new key bet for an account, by one sponsored operation that also deploys a new account. */
export async function grantSession(
  chain: Chain,
  client: ReturnType<typeof clientOf>,
  limits: Partial<Session> = {},
  account?: Account,
): Promise<TestSession> {
  const owner = account ?? (await chain.newAccount())
  const key = await createSessionKey()
  const bet = betOn(chain.prediction)
  const { timestamp } = await chain.reader.getBlock()
  const session: Session = {
    key: await sessionKeyPoint(key.publicKey),
    valuePerCall: bet.value,
    totalValue: 3n * bet.value,
    callsPerPeriod: 5,
    period: 60,
    expiresAt: Number(timestamp) + 7_200,
    methods: [{ to: bet.to, selector: slice(bet.data, 0, 4) }],
    ...limits,
  }
  const calls = grantCalls(owner.address, session, { isEnabled: account !== undefined })
  const hash = await client.sendUserOperation({ account: owner, calls: [...calls] })
  const { success } = await client.waitForUserOperationReceipt({ hash })
  if (!success) throw new Error('The session was not granted.')
  return { account: owner, key, session, id: sessionId(session) }
}

/** Signs a bet with a session's key. */
export async function signBet(
  chain: Chain,
  { account, key, session, id }: TestSession,
  changes: Partial<SessionCall> = {},
): Promise<SignedSessionCall> {
  const { timestamp } = await chain.reader.getBlock()
  const call = {
    ...betOn(chain.prediction),
    nonce: 0,
    deadline: Number(timestamp) + 600,
    ...changes,
  }
  const context = { account: account.address, id, call, chainId: CHAIN_ID }
  const signature = await signSessionCall(key.privateKey, context)
  return { account: account.address, session, call, signature }
}

/** Signs the end of a session with the key of its account. */
export async function signRevocation({ account, id }: TestSession): Promise<WireSessionRevocation> {
  const signature = await account.signTypedData(revocationTypedData(account.address, id, CHAIN_ID))
  return { account: account.address, session: id, signature }
}

const Reply = z.object({
  result: z.optional(z.templateLiteral(['0x', z.string()])),
  error: z.optional(z.object({ message: z.string(), data: z.object({ code: z.string() }) })),
})

/** Hash of an entry, or code and message of the error. */
type Sent = { hash?: Hash; refused?: string; reason?: string }

/** Sends a call of a session. */
export async function sendSessionCall(
  url: string,
  caller: TestCaller,
  signed: SignedSessionCall,
): Promise<Sent> {
  return await send(url, caller, {
    method: 'bundler_sendSessionCall',
    params: [toWireCall(signed)],
  })
}

/** Sends the end of a session, as its account signed it. */
export async function sendRevocation(
  url: string,
  caller: TestCaller,
  signed: WireSessionRevocation,
): Promise<Sent> {
  return await send(url, caller, { method: 'bundler_revokeSession', params: [signed] })
}

async function send(
  url: string,
  caller: TestCaller,
  call: { method: string; params: readonly unknown[] },
): Promise<Sent> {
  const response = await fetch(`${url}/rpc`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...callerHeaders(caller) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }),
  })
  const { result, error } = z.parse(Reply, await response.json())
  if (result !== undefined) return { hash: result }
  return { refused: error?.data.code ?? '', reason: error?.message ?? '' }
}
