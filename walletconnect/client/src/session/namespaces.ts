import { isText, listOf, objectOf, optional, recordOf, type ShapeOf } from '../shape.ts'
import { CODES, WalletConnectError } from '../walletconnect-error.ts'

export const isProposedNamespaces = recordOf(
  objectOf({ chains: optional(listOf(isText)), methods: listOf(isText), events: listOf(isText) }),
)
/** Proposal of an app for chains of one kind (CAIP-25). */
export type ProposedNamespaces = ShapeOf<typeof isProposedNamespaces>

export const isNamespaces = recordOf(
  objectOf({
    chains: optional(listOf(isText)),
    accounts: listOf(isText),
    methods: listOf(isText),
    events: listOf(isText),
  }),
)
/** Approval of a wallet: keys are namespaces (`eip155`) or chains (`eip155:56`). */
export type Namespaces = ShapeOf<typeof isNamespaces>

/** CAIP-2, CAIP-10, and the part before the first colon. */
const CHAIN = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/
const ACCOUNT = /^([-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}):[-.%a-zA-Z0-9]{1,128}$/
const KEY = /^[-a-z0-9]{3,8}(:[-_a-zA-Z0-9]{1,32})?$/

/** Returns the chain of an account `eip155:56:0x…`, or an empty string. */
export function chainOfAccount(account: string): string {
  return ACCOUNT.exec(account)?.[1] ?? ''
}

/**
 * Checks an app's proposal.
 *
 * @throws {WalletConnectError}
 */
export function checkProposal(namespaces: ProposedNamespaces): void {
  for (const [key, { chains }] of Object.entries(namespaces)) {
    if (!KEY.test(key)) throw refuse(CODES.unsupportedNamespace, `${key} is no namespace.`)
    if (!key.includes(':') && (chains === undefined || chains.length === 0)) {
      throw refuse(CODES.unsupportedChains, `The namespace ${key} names no chains.`)
    }
    const wrong = chains?.find((chain) => !CHAIN.test(chain) || !isWithin(chain, key))
    if (wrong !== undefined) throw refuse(CODES.unsupportedChains, `${wrong} is not of ${key}.`)
  }
}

/**
 * Checks a wallet's approval against the requirements of the app.
 *
 * @throws {WalletConnectError} with the protocol's code.
 */
export function checkApproval(namespaces: Namespaces, required: ProposedNamespaces): void {
  for (const [key, { accounts, chains = [] }] of Object.entries(namespaces)) {
    if (!KEY.test(key)) throw refuse(CODES.unsupportedNamespace, `${key} is no namespace.`)
    if (accounts.length === 0) throw refuse(CODES.unsupportedAccounts, `${key} has no accounts.`)
    const account = accounts.find((candidate) => !isWithin(chainOfAccount(candidate), key))
    if (account !== undefined) {
      throw refuse(CODES.unsupportedAccounts, `${account} is no account of ${key}.`)
    }
    const chain = chains.find((candidate) => !isWithin(candidate, key))
    if (chain !== undefined) throw refuse(CODES.unsupportedChains, `${chain} is not of ${key}.`)
  }
  for (const [key, requirement] of Object.entries(required)) {
    checkRequirement(namespaces, key, requirement)
  }
  if (Object.keys(namespaces).length === 0) {
    throw refuse(CODES.unsupportedNamespace, 'No namespace is approved.')
  }
}

function checkRequirement(
  namespaces: Namespaces,
  key: string,
  { chains = [], methods, events }: ProposedNamespaces[string],
): void {
  for (const chain of key.includes(':') ? [key] : chains) {
    const approved = namespacesOfChain(namespaces, chain)
    if (!approved.some(({ accounts }) => accounts.some((each) => chainOfAccount(each) === chain))) {
      throw refuse(CODES.unsupportedChains, `The required chain ${chain} has no account.`)
    }
    const method = methods.find((each) => !approved.some((one) => one.methods.includes(each)))
    if (method !== undefined) {
      throw refuse(CODES.unsupportedMethods, `The required method ${method} is not approved.`)
    }
    const event = events.find((each) => !approved.some((one) => one.events.includes(each)))
    if (event !== undefined) {
      throw refuse(CODES.unsupportedEvents, `The required event ${event} is not approved.`)
    }
  }
}

/** Returns the approved namespaces that hold for a chain. */
function namespacesOfChain(namespaces: Namespaces, chain: string): Namespaces[string][] {
  return Object.entries(namespaces)
    .filter(([key, namespace]) =>
      key.includes(':') ? key === chain : chainsOf(namespace).includes(chain),
    )
    .map(([, namespace]) => namespace)
}

/** Returns whether a session allows a method on a chain. */
export function allowsMethod(namespaces: Namespaces, chain: string, method: string): boolean {
  return namespacesOfChain(namespaces, chain).some(({ methods }) => methods.includes(method))
}

/** Returns whether a session allows an event on a chain. */
export function allowsEvent(namespaces: Namespaces, chain: string, event: string): boolean {
  return namespacesOfChain(namespaces, chain).some(({ events }) => events.includes(event))
}

function chainsOf({ chains = [], accounts }: Namespaces[string]): string[] {
  return [...chains, ...accounts.map(chainOfAccount)]
}

function isWithin(chain: string, key: string): boolean {
  return chain === key || (!key.includes(':') && chain.startsWith(`${key}:`))
}

function refuse(code: number, message: string): WalletConnectError {
  return new WalletConnectError(code, message)
}
