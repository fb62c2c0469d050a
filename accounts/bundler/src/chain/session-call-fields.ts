import { WireSessionCall } from '@bullring/accounts-api/sessions/session-call'
import { WireSessionRevocation } from '@bullring/accounts-api/sessions/session-revocation'
import type { SignedSessionCall } from '@bullring/smart-account/session-calls'
import { toSignedCall, toWireCall } from '@bullring/smart-account/wire-session-call'
import * as z from 'zod/mini'
import { InvalidParamsError } from '../http/errors.ts'

/** Call of a session in the journal: its property distinguishes it from a user operation. */
const StoredCall = z.object({ sessionCall: WireSessionCall })

/** Revocation of a session in the journal. */
const StoredRevocation = z.object({ sessionRevocation: WireSessionRevocation })

/**
 * Parses the parameters of a method: a signed call.
 *
 * @throws {InvalidParamsError}
 */
export function parseSessionCall(params: readonly unknown[]): SignedSessionCall {
  return toSignedCall(parseFirst(WireSessionCall, params))
}

/**
 * Parses the parameters of a method: a signed revocation.
 *
 * @throws {InvalidParamsError}
 */
export function parseRevocation(params: readonly unknown[]): WireSessionRevocation {
  return parseFirst(WireSessionRevocation, params)
}

function parseFirst<schema extends z.ZodMiniType>(
  schema: schema,
  [fields]: readonly unknown[],
): z.output<schema> {
  const parsed = z.safeParse(schema, fields)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new InvalidParamsError(`${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
}

/** Writes a call for the journal. */
export function formatSessionCall(signed: SignedSessionCall): string {
  return JSON.stringify({ sessionCall: toWireCall(signed) })
}

/** Writes a revocation for the journal. */
export function formatRevocation(sessionRevocation: WireSessionRevocation): string {
  return JSON.stringify({ sessionRevocation })
}

/** Reads a revocation of the journal. Returns null for other entries. */
export function readRevocation(text: string): WireSessionRevocation | null {
  return z.safeParse(StoredRevocation, JSON.parse(text)).data?.sessionRevocation ?? null
}

/** Reads a call of the journal. Returns null for other entries. */
export function readSessionCall(text: string): SignedSessionCall | null {
  const stored = z.safeParse(StoredCall, JSON.parse(text))
  return stored.success ? toSignedCall(stored.data.sessionCall) : null
}
