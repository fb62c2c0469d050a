import type { Proposal } from './phone-client.ts'

/** What this wallet can do for an app. */
const METHODS: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
]
const EVENTS: readonly string[] = ['chainChanged', 'accountsChanged']

/** Codes of the protocol for proposals that a wallet cannot accept. */
const UNSUPPORTED = { chains: 5_100, methods: 5_101, events: 5_102, namespace: 5_104 } as const

export type Namespace = {
  chains: string[]
  accounts: string[]
  methods: string[]
  events: string[]
}

/** What to approve of a proposal, or why none of it. */
export type ProposalReading =
  | { kind: 'acceptable'; namespaces: { eip155: Namespace } }
  | { kind: 'unacceptable'; code: number; reason: string }

type Proposed = Pick<Proposal, 'requiredNamespaces' | 'optionalNamespaces'>

/**
 * Reads what an app proposes.
 *
 * @param chains - The wallet's chains (CAIP-2), the selected one first.
 */
export function readProposal(
  proposal: Proposed,
  address: string,
  chains: readonly string[],
): ProposalReading {
  const problem = findProblem(proposal.requiredNamespaces, chains)
  if (problem !== undefined) return { kind: 'unacceptable', ...problem }
  const proposed = [
    ...entriesOf(proposal.requiredNamespaces),
    ...entriesOf(proposal.optionalNamespaces),
  ]
  const approved = chains.filter((chain) => proposed.some((entry) => entry.chains.includes(chain)))
  if (approved.length === 0) {
    const reason = 'This site uses none of the chains of this machine.'
    return { kind: 'unacceptable', code: UNSUPPORTED.chains, reason }
  }
  const methods = new Set(proposed.flatMap((entry) => entry.methods))
  const events = new Set(proposed.flatMap((entry) => entry.events))
  const eip155: Namespace = {
    chains: approved,
    accounts: approved.map((chain) => `${chain}:${address}`),
    methods: METHODS.filter((method) => methods.has(method)),
    events: EVENTS.filter((event) => events.has(event)),
  }
  return { kind: 'acceptable', namespaces: { eip155 } }
}

type Entry = { key: string; chains: readonly string[]; methods: string[]; events: string[] }

/** A key is a namespace with a list of chains, or a chain itself. */
function entriesOf(namespaces: Proposed['requiredNamespaces']): Entry[] {
  return Object.entries(namespaces)
    .filter(([key]) => isEvm(key))
    .map(([key, { chains = [], methods, events }]) => ({
      ...{ key, methods, events },
      chains: key.includes(':') ? [key] : chains,
    }))
}

function findProblem(
  required: Proposed['requiredNamespaces'],
  known: readonly string[],
): { code: number; reason: string } | undefined {
  const foreign = Object.keys(required).find((key) => !isEvm(key))
  if (foreign !== undefined) {
    return { code: UNSUPPORTED.namespace, reason: `This site needs a wallet for ${foreign}.` }
  }
  for (const { chains, methods, events } of entriesOf(required)) {
    const chain = chains.find((each) => !known.includes(each))
    if (chain !== undefined) {
      const reason = `This site needs the chain ${chain}, and this wallet has local chains only.`
      return { code: UNSUPPORTED.chains, reason }
    }
    const method = methods.find((each) => !METHODS.includes(each))
    if (method !== undefined) {
      return { code: UNSUPPORTED.methods, reason: `This site needs ${method}.` }
    }
    const event = events.find((each) => !EVENTS.includes(each))
    if (event !== undefined) {
      return { code: UNSUPPORTED.events, reason: `This site needs the event ${event}.` }
    }
  }
  return undefined
}

function isEvm(key: string): boolean {
  return key === 'eip155' || key.startsWith('eip155:')
}
