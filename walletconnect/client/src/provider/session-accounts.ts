import { chainOfAccount } from '../session/namespaces.ts'
import type { Session } from '../session/session.ts'
import { toCaip2 } from './proposed-namespaces.ts'

const EVM = 'eip155'

/** Chain id and address of an account. The protocol allows wallets any texts. */
const EVM_ACCOUNT = /^eip155:[1-9]\d{0,14}:0x[0-9a-fA-F]{40}$/

/** Returns the addresses of a session on an EVM chain. */
export function addressesOn(session: Session, chainId: number): string[] {
  const chain = toCaip2(chainId)
  const accounts = evmAccounts(session).filter((account) => chainOfAccount(account) === chain)
  return unique(accounts.map((account) => account.slice(chain.length + 1)))
}

/** Returns the EVM chains for which a session has accounts. */
export function chainsOf(session: Session): number[] {
  return unique(
    evmAccounts(session).map((account) => Number(chainOfAccount(account).slice(EVM.length + 1))),
  )
}

/** Returns whether a session has accounts on EVM chains. */
export function hasEvmAccounts(session: Session): boolean {
  return evmAccounts(session).length > 0
}

/**
 * Returns the address that the data of an `accountsChanged` event name first. Wallets send addresses or CAIP-10 ids, in
 * a list, in an object with a list as `accounts`, or alone.
 */
export function selectedAddress(data: unknown): string | undefined {
  const isWrapped = typeof data === 'object' && data !== null && 'accounts' in data
  const accounts: unknown = isWrapped ? data.accounts : data
  const first: unknown = Array.isArray(accounts) ? accounts[0] : accounts
  return typeof first === 'string' ? first.slice(first.lastIndexOf(':') + 1) : undefined
}

/** Returns the addresses with `selected` first, if it is one of them. */
export function withFirst(addresses: readonly string[], selected: string | undefined): string[] {
  const isSelected = (address: string) => address.toLowerCase() === selected?.toLowerCase()
  return [...addresses.filter(isSelected), ...addresses.filter((address) => !isSelected(address))]
}

function evmAccounts({ namespaces }: Session): string[] {
  return Object.values(namespaces)
    .flatMap(({ accounts }) => accounts)
    .filter((account) => EVM_ACCOUNT.test(account))
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)]
}
