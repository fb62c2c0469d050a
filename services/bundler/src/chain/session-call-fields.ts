import type { SignedSessionCall } from '@bullring/smart-account/session-calls'
import { WireSessionCall } from '@bullring/wire/sessions/session-call'
import * as z from 'zod/mini'
import { InvalidParamsError } from '../http/errors.ts'

/** The journal distinguishes calls of sessions from user operations by this property. */
const StoredCall = z.object({ sessionCall: WireSessionCall })

/** Parses the parameters of a method: a signed call. @throws {InvalidParamsError} */
export function parseSessionCall([fields]: readonly unknown[]): SignedSessionCall {
  const parsed = z.safeParse(WireSessionCall, fields)
  if (parsed.success) return toSignedCall(parsed.data)
  const [issue] = parsed.error.issues
  throw new InvalidParamsError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

/** Writes a call for the journal. */
export function formatSessionCall({
  account,
  session,
  call,
  signature,
}: SignedSessionCall): string {
  const sessionCall: WireSessionCall = {
    account,
    session: {
      ...session,
      valuePerCall: `${session.valuePerCall}`,
      totalValue: `${session.totalValue}`,
      methods: [...session.methods],
    },
    call: { ...call, value: `${call.value}` },
    signature: [...signature],
  }
  return JSON.stringify({ sessionCall })
}

/** Reads a call of the journal; null for a user operation. */
export function readSessionCall(text: string): SignedSessionCall | null {
  const stored = z.safeParse(StoredCall, JSON.parse(text))
  return stored.success ? toSignedCall(stored.data.sessionCall) : null
}

function toSignedCall({ account, session, call, signature }: WireSessionCall): SignedSessionCall {
  const limits = {
    valuePerCall: BigInt(session.valuePerCall),
    totalValue: BigInt(session.totalValue),
  }
  return {
    account,
    session: { ...session, ...limits },
    call: { ...call, value: BigInt(call.value) },
    signature,
  }
}
