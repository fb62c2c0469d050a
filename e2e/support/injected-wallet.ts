import { randomUUID } from 'node:crypto'
import { callRpc } from '@bullring/stack/chain/anvil'
import type { BrowserContext } from '@playwright/test'
import { createWalletClient, defineChain, type Hex, http, isHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

/** A browser wallet outside the page: it holds a key and signs, as an extension does. */
export type InjectedWallet = {
  account: PrivateKeyAccount
  name: string
  /** From now on it declines to sign, as a user who presses "Reject". */
  decline: (isDeclining: boolean) => void
}

export type Reply = { result: unknown } | { error: { code: number; message: string } }
export type Call = { method: string; params: readonly unknown[] }

export const USER_REJECTED = { error: { code: 4001, message: 'User rejected the request.' } }

/** Installs a wallet that announces itself by EIP-6963 in every page of `context`. */
export async function installWallet(
  context: BrowserContext,
  rpcUrl: string,
  name: string,
): Promise<InjectedWallet> {
  const account = privateKeyToAccount(generatePrivateKey())
  const state = { isDeclining: false, isPermitted: false }
  const binding = `wallet_${randomUUID().replaceAll('-', '')}`
  await context.exposeFunction(binding, (call: Call) => answer(call, account, rpcUrl, state))
  const rdns = `example.${name.toLowerCase().replaceAll(' ', '-')}`
  await context.addInitScript(announceWallet, { name, rdns, binding, uuid: randomUUID() })
  return {
    account,
    name,
    decline: (isDeclining) => {
      state.isDeclining = isDeclining
    },
  }
}

async function answer(
  { method, params }: Call,
  account: PrivateKeyAccount,
  rpcUrl: string,
  state: { isDeclining: boolean; isPermitted: boolean },
): Promise<Reply> {
  try {
    switch (method) {
      case 'eth_requestAccounts':
        if (state.isDeclining) return USER_REJECTED
        state.isPermitted = true
        return { result: [account.address] }
      case 'eth_accounts':
        return { result: state.isPermitted ? [account.address] : [] }
      case 'eth_sendTransaction':
        return state.isDeclining
          ? USER_REJECTED
          : { result: await send(params[0], account, rpcUrl) }
      default:
        return { result: await callRpc(rpcUrl, method, params) }
    }
  } catch (error) {
    return { error: { code: -32_000, message: error instanceof Error ? error.message : '' } }
  }
}

export async function send(
  request: unknown,
  account: PrivateKeyAccount,
  rpcUrl: string,
): Promise<Hex> {
  const { to, data, value, gas } = request as Record<'to' | 'data' | 'value' | 'gas', unknown>
  if (!isHex(to)) throw new Error('The transaction has no receiver')
  const chain = defineChain({
    id: Number(await callRpc(rpcUrl, 'eth_chainId', [])),
    name: 'chain under test',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  return createWalletClient({ account, chain, transport: http(rpcUrl) }).sendTransaction({
    to,
    ...(isHex(data) && { data }),
    ...(isHex(value) && { value: BigInt(value) }),
    ...(isHex(gas) && { gas: BigInt(gas) }),
  })
}

type Announcement = { name: string; rdns: string; binding: string; uuid: string }

/** Runs in the page: EIP-1193 provider that hands each request to the wallet, announced by EIP-6963. */
export function announceWallet({ name, rdns, binding, uuid }: Announcement): void {
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  type Question = { method: string; params?: readonly unknown[] }
  const provider = {
    request: async ({ method, params = [] }: Question): Promise<unknown> => {
      const reply = await (window as unknown as Record<string, (call: unknown) => Promise<Reply>>)[
        binding
      ]?.({ method, params })
      if (reply === undefined) throw new Error('The wallet is gone')
      if ('error' in reply) throw Object.assign(new Error(reply.error.message), reply.error)
      if (/^wallet_(?:switch|add)EthereumChain$/.test(method)) await tellChain()
      return reply.result
    },
    on: (event: string, listener: (value: unknown) => void) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: (value: unknown) => void) => {
      listeners.get(event)?.delete(listener)
    },
  }
  const tellChain = async () => {
    const chainId = await provider.request({ method: 'eth_chainId' })
    for (const listener of listeners.get('chainChanged') ?? []) listener(chainId)
  }
  const icon =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><rect width='8' height='8' rx='2' fill='%23456'/></svg>"
  const detail = Object.freeze({ info: Object.freeze({ uuid, name, icon, rdns }), provider })
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
