import { readChainId } from '@bullring/wire/chain/read-chain-id'
import { type Address, getAddress, isAddress, numberToHex } from 'viem'
import { NoAccountError } from '#core/failure/no-account-error.ts'

/** A provider of EIP-1193, of which a wallet may lack anything. */
type Provider = Readonly<Record<string | symbol, unknown>>

type Listener = (data: unknown) => void

/** Requests that ask the user for a connection. */
const CONNECT_METHODS: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'wallet_requestPermissions',
])

const ACCOUNT_METHODS: ReadonlySet<unknown> = new Set(['eth_accounts', 'eth_requestAccounts'])

/**
 * Wraps a wallet's provider, so that wagmi receives what EIP-1193 promises: a list of addresses where the wallet
 * responds with none, chain ids in hex, errors that are objects, and a provider that takes listeners.
 */
export function carefulProvider(wallet: object): object {
  const provider = wallet as Provider
  const wrapped = new WeakMap<Listener, Listener>()
  const call = (name: string, ...args: unknown[]) => {
    const method = provider[name]
    return typeof method === 'function' ? Reflect.apply(method, provider, args) : undefined
  }
  const own: Record<string | symbol, unknown> = {
    request: typeof provider['request'] === 'function' ? requestOf(call) : undefined,
    on: (event: string, listener: Listener) => {
      wrapped.set(listener, carefulListener(event, listener))
      call('on', event, wrapped.get(listener))
    },
    removeListener: (event: string, listener: Listener) => {
      const name = typeof provider['removeListener'] === 'function' ? 'removeListener' : 'off'
      call(name, event, wrapped.get(listener) ?? listener)
    },
  }
  return new Proxy(own, {
    get: (_, key) => {
      if (key in own) return own[key]
      const value = provider[key]
      // Methods of classes with private fields need their object.
      return typeof value === 'function' ? value.bind(provider) : value
    },
    has: (_, key) => key in own || key in provider,
  })
}

/** Code of a wallet that still shows an earlier request. */
const BUSY = -32_002

function requestOf(call: (name: string, ...args: unknown[]) => unknown) {
  const open = new Map<string, Promise<unknown>>()
  /** A user who returns to a wallet asks it again. If it still shows the earlier request, the reply to that one counts. */
  const send = async (request: { method: string }): Promise<unknown> => {
    const { method } = request
    const earlier = open.get(method)
    const reply = settle(() => call('request', request)).catch((error: { code?: unknown }) => {
      if (error.code === BUSY && earlier !== undefined) return earlier
      throw error
    })
    if (!CONNECT_METHODS.has(method)) return await reply
    open.set(method, reply)
    return await reply.finally(() => {
      if (open.get(method) === reply) open.delete(method)
    })
  }
  return async (request: { method: string }) => {
    const result = await send(request)
    if (ACCOUNT_METHODS.has(request.method)) return accountsOf(request.method, addressesIn(result))
    return request.method === 'eth_chainId' ? toChainHex(result) : result
  }
}

/** A locked wallet may respond with an empty list, with which wagmi would connect for a moment. */
function accountsOf(method: string, accounts: Address[]): Address[] {
  if (method === 'eth_accounts' || accounts.length > 0) return accounts
  throw new NoAccountError()
}

/** wagmi reads the code of an error, which fails for a wallet that throws nothing. */
async function settle(send: () => unknown): Promise<unknown> {
  try {
    return await send()
  } catch (error) {
    if (typeof error === 'object' && error !== null) throw error
    throw new Error(typeof error === 'string' ? error : 'The wallet reported an error.')
  }
}

function carefulListener(event: string, listener: Listener): Listener {
  return (data) => {
    if (event === 'accountsChanged') return listener(addressesIn(data))
    if (event !== 'chainChanged' && event !== 'connect') return listener(data)
    const chainId = readChainId(data)
    if (chainId === undefined) return
    const hex = numberToHex(chainId)
    listener(event === 'connect' ? { chainId: hex } : hex)
  }
}

function toChainHex(result: unknown): unknown {
  const chainId = readChainId(result)
  return chainId === undefined ? result : numberToHex(chainId)
}

/** Returns the addresses of a list; none for anything that is no list. */
function addressesIn(accounts: unknown): Address[] {
  if (!Array.isArray(accounts)) return []
  return accounts
    .filter((account) => typeof account === 'string' && isAddress(account, { strict: false }))
    .map((account) => getAddress(account))
}
