import type { Proposal } from '../wallet/proposals.ts'
import { chainOfAccount, checkApproval, type Namespaces } from './namespaces.ts'

/** Chains, methods, events and accounts that a wallet supports, by namespace (`eip155`). Accounts are CAIP-10. */
export type SupportedNamespaces = Readonly<
  Record<
    string,
    {
      chains: readonly string[]
      methods: readonly string[]
      events: readonly string[]
      accounts: readonly string[]
    }
  >
>

/**
 * Returns the part of a proposal that a wallet approves: all that the app requires or offers, and the wallet supports.
 *
 * @throws {WalletConnectError} with the protocol's code when the wallet does not support what the app requires, or
 * nothing that it offers.
 */
export function approvedNamespaces(
  proposal: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>,
  supported: SupportedNamespaces,
): Namespaces {
  const proposed = [proposal.requiredNamespaces, proposal.optionalNamespaces].flatMap(
    Object.entries,
  )
  const approved: Namespaces = {}
  for (const [name, { chains, methods, events, accounts }] of Object.entries(supported)) {
    const wanted = proposed.filter(([key]) => key === name || key.startsWith(`${name}:`))
    const asked = {
      chains: new Set(
        wanted.flatMap(([key, each]) => (key === name ? (each.chains ?? []) : [key])),
      ),
      methods: new Set(wanted.flatMap(([, each]) => each.methods)),
      events: new Set(wanted.flatMap(([, each]) => each.events)),
    }
    const allowed = chains.filter((chain) => asked.chains.has(chain))
    const usable = accounts.filter((account) => allowed.includes(chainOfAccount(account)))
    if (usable.length === 0) continue
    approved[name] = {
      chains: allowed,
      methods: methods.filter((method) => asked.methods.has(method)),
      events: events.filter((event) => asked.events.has(event)),
      accounts: usable,
    }
  }
  checkApproval(approved, proposal.requiredNamespaces)
  return approved
}
