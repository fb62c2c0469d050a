import { readChainId } from '@bullring/wire/chain/read-chain-id'
import { type Address, getAddress, isAddress, numberToHex } from 'viem'
import { NoAccountError } from '#core/failure/no-account-error.ts'

/** A provider of EIP-1193, of which a wallet may lack anything. */
type Provider = Readonly<Record<string | symbol, unknown>>

type Listener = (data: unknown) => void

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
  /** Requests to connect. A user who returns to the wallet asks again, and the reply to an open request counts for both. */
  const open: Record<string, Promise<unknown>> = {}
  return async (request: { method: string }) => {
    const { method } = request
    // eth_requestAccounts, wallet_requestPermissions
    const isConnecting = /_request[AP]/.test(method)
    const reply = settle(() => call('request', request), open[method])
    if (isConnecting) open[method] = reply
    const result = await reply.finally(() => delete open[method])
    if (/_chainId/.test(method)) return toChainHex(result)
    // eth_accounts, eth_requestAccounts
    if (!/ccounts/.test(method)) return result
    const accounts = addressesIn(result)
    // A locked wallet may respond with an empty list, with which wagmi would connect for a moment.
    if (isConnecting && !accounts[0]) throw new NoAccountError()
    return accounts
  }
}

/** wagmi reads the code of an error, which fails for a wallet that throws nothing. */
async function settle(send: () => unknown, earlier?: Promise<unknown>): Promise<unknown> {
  try {
    return await send()
  } catch (error) {
    if (typeof error !== 'object' || !error)
      throw Error(typeof error === 'string' ? error : 'Wallet error')
    if (earlier && (error as { code?: unknown }).code === BUSY) return earlier
    throw error
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
