import type { WireSessionCall } from '@bullring/accounts-api/sessions/session-call'
import type { SignedSessionCall } from './session-calls.ts'

/** Reads a signed call as it travels between page and services. */
export function toSignedCall({
  account,
  session,
  call,
  signature,
}: WireSessionCall): SignedSessionCall {
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

/** Writes a signed call for its way between page and services. */
export function toWireCall({
  account,
  session,
  call,
  signature,
}: SignedSessionCall): WireSessionCall {
  return {
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
}
