import type { Call } from '@bullring/smart-account/calls'
import { enableSessionsCall } from '@bullring/smart-account/session-calls'
import { type Address, isAddressEqual, size, slice } from 'viem'
import { NotSponsoredError } from '../http/errors.ts'
import { ALL, type Charge } from './budgets.ts'

/** Visitor who caused an operation, as named by the calling service. */
export type Caller = {
  userId: string
  ipHash: string
  /** Hash of its IPv6 /48; null for IPv4. */
  networkHash: string | null
}

/**
 * Returns the budgets that an operation with these calls is charged to.
 *
 * @param methods - Sponsored methods, as `0xcontract:0xselector` in lower case.
 * @throws {NotSponsoredError} when one of its calls is not sponsored.
 */
export function sponsoredCharges(
  calls: readonly Call[],
  caller: Caller,
  methods: ReadonlySet<string>,
): readonly Charge[] {
  const called = requireSponsored(calls, methods)
  return [
    ...called.map((key) => ({ scope: 'method', key }) as const),
    ALL,
    ...callerCharges('', caller),
  ]
}

/**
 * Returns the budgets that a signed revocation is charged to: a user whose key was stolen can revoke it, whatever the
 * thief has spent.
 *
 * @throws {NotSponsoredError} when revocations are not sponsored.
 */
export function revocationCharges(
  call: Call,
  caller: Caller,
  methods: ReadonlySet<string>,
): readonly Charge[] {
  requireSponsored([call], methods)
  return separateCharges('revoked', caller)
}

/**
 * Leaves out the call by which an account enables the module for session keys: each account makes it to itself, before
 * its first grant, so that no list of methods can name it. Alone it is not sponsored.
 */
export function withoutSetup(calls: readonly Call[], account: Address): readonly Call[] {
  const setup = enableSessionsCall(account)
  const others = calls.filter(
    ({ to, value, data }) =>
      !isAddressEqual(to, setup.to) || value !== setup.value || data.toLowerCase() !== setup.data,
  )
  return others.length === 0 ? calls : others
}

/**
 * Returns the budgets that vouch for an operation whose account pays: until it has paid, the relayer bears the risk
 * that the EntryPoint reverts the transaction. Sponsored operations do not count.
 */
export function depositCharges(caller: Caller): readonly Charge[] {
  return separateCharges('self-paid', caller)
}

/** Separate budgets, as large as the budgets of sponsored operations. */
function separateCharges(kind: string, caller: Caller): readonly Charge[] {
  return [{ scope: 'all', key: kind }, ...callerCharges(`${kind}:`, caller)]
}

/** @param prefix - Distinguishes the budgets. No name has a colon. */
function callerCharges(prefix: string, { userId, ipHash, networkHash }: Caller): readonly Charge[] {
  return [
    ...(networkHash === null ? [] : [{ scope: 'network', key: prefix + networkHash } as const]),
    { scope: 'ip', key: prefix + ipHash },
    { scope: 'user', key: prefix + userId },
  ]
}

/** @throws {NotSponsoredError} */
function requireSponsored(calls: readonly Call[], methods: ReadonlySet<string>): string[] {
  const called = new Set(calls.map(methodOf))
  for (const method of called) if (!methods.has(method)) throw new NotSponsoredError()
  return [...called]
}

/** Plain transfers have no method. */
function methodOf({ to, data }: Call): string {
  return `${to}:${size(data) < 4 ? '' : slice(data, 0, 4)}`.toLowerCase()
}
