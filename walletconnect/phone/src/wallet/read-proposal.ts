import { approvedNamespaces } from '@bullring/walletconnect/approved-namespaces'
import { CODES, WalletConnectError } from '@bullring/walletconnect/errors'
import type { PhoneConfig } from '@bullring/wire/phone-config'
import { toCaip2 } from '#chain/chains.ts'
import type { Namespaces, Proposal } from './phone-client.ts'

/** Methods that this wallet carries out for an app. */
const METHODS: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const EVENTS: readonly string[] = ['chainChanged', 'accountsChanged']

/** Returns the chains and methods that a login may allow an app to use. */
export function signInLimits({ chains }: PhoneConfig) {
  return { chains: chains.map(({ id }) => toCaip2(id)), methods: METHODS }
}

/** The namespaces to approve of a proposal, or the reason for none. */
export type ProposalReading =
  | { kind: 'acceptable'; namespaces: Namespaces }
  | { kind: 'unacceptable'; code: number; reason: string }

/**
 * Reads what an app proposes.
 *
 * @param chains - The wallet's chains (CAIP-2), the selected one first.
 */
export function readProposal(
  proposal: Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>,
  address: string,
  chains: readonly string[],
): ProposalReading {
  const accounts = chains.map((chain) => `${chain}:${address}`)
  const supported = { eip155: { chains, methods: METHODS, events: EVENTS, accounts } }
  try {
    return { kind: 'acceptable', namespaces: approvedNamespaces(proposal, supported) }
  } catch (error) {
    if (!(error instanceof WalletConnectError)) throw error
    const { code, message } = error
    if (code === CODES.unsupportedMethods) return { kind: 'unacceptable', code, reason: message }
    const reason = 'This site uses none of the local chains of this wallet, or needs another one.'
    return { kind: 'unacceptable', code: CODES.unsupportedChains, reason }
  }
}
