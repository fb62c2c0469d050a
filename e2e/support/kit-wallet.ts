import { randomUUID } from 'node:crypto'
import { callRpc } from '@bullring/stack/chain/anvil'
import type { BrowserContext } from '@playwright/test'
import { type Address, type Hex, isHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { announceWallet, type Call, type Reply, send, USER_REJECTED } from './injected-wallet.ts'

/** A browser wallet that knows several networks, as the tests of the wallet kit need it. */
export type KitWallet = {
  account: PrivateKeyAccount
  /** Who is connected: the key's account, or a contract it signs for. */
  address: Address
  name: string
  /** From now on it declines everything it is asked, as a user who presses "Reject". */
  decline: (isDeclining: boolean) => void
  chainId: () => number
}

export type KitWalletOptions = {
  name: string
  /** Reverse domain name that it announces; one of no catalogue by default. */
  rdns?: string
  /** Nodes of the networks that exist, by chain id. */
  nodes: Readonly<Record<number, string>>
  /** The networks that the wallet knows, the one it is on first. */
  known: readonly [number, ...number[]]
  /** Code it answers with when it does not know a network. */
  unknownCode?: number
  /** False: it will not learn of networks. */
  canAdd?: boolean
  /** Makes the contract wallet that the key signs for. */
  contractOf?: (owner: Address) => Promise<Address>
}

type WalletState = {
  address: Address
  isDeclining: boolean
  isPermitted: boolean
  chainId: number
  known: Set<number>
}

/** Installs the wallet in every page of `context`. It survives a reload. */
export async function installKitWallet(
  context: BrowserContext,
  options: KitWalletOptions,
): Promise<KitWallet> {
  const account = privateKeyToAccount(generatePrivateKey())
  const address = (await options.contractOf?.(account.address)) ?? account.address
  const state: WalletState = {
    address,
    isDeclining: false,
    isPermitted: false,
    chainId: options.known[0],
    known: new Set(options.known),
  }
  const binding = `wallet_${randomUUID().replaceAll('-', '')}`
  await context.exposeFunction(binding, (call: Call) => answer(call, account, options, state))
  const ownRdns = `example.${options.name.toLowerCase().replaceAll(' ', '-')}`
  await context.addInitScript(announceWallet, {
    name: options.name,
    rdns: options.rdns ?? ownRdns,
    binding,
    uuid: randomUUID(),
  })
  return {
    account,
    address,
    name: options.name,
    decline: (isDeclining) => {
      state.isDeclining = isDeclining
    },
    chainId: () => state.chainId,
  }
}

/** What a visitor is asked about; the rest is answered without asking. */
const ASKED = new Set([
  'eth_requestAccounts',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
])

async function answer(
  { method, params }: Call,
  account: PrivateKeyAccount,
  options: KitWalletOptions,
  state: WalletState,
): Promise<Reply> {
  if (state.isDeclining && ASKED.has(method)) return USER_REJECTED
  const rpcUrl = options.nodes[state.chainId] ?? ''
  try {
    switch (method) {
      case 'eth_requestAccounts':
        state.isPermitted = true
        return { result: [state.address] }
      case 'eth_accounts':
        return { result: state.isPermitted ? [state.address] : [] }
      case 'wallet_revokePermissions':
        state.isPermitted = false
        return { result: null }
      case 'eth_chainId':
        return { result: `0x${state.chainId.toString(16)}` }
      case 'personal_sign':
        return { result: await account.signMessage({ message: { raw: params[0] as Hex } }) }
      case 'eth_sendTransaction':
        return { result: await send(params[0], account, rpcUrl) }
      case 'wallet_switchEthereumChain':
      case 'wallet_addEthereumChain':
        return changeNetwork(method, params[0], options, state)
      default:
        return { result: await callRpc(rpcUrl, method, params) }
    }
  } catch (error) {
    return { error: { code: -32_000, message: error instanceof Error ? error.message : '' } }
  }
}

function changeNetwork(
  method: string,
  asked: unknown,
  { unknownCode = 4902, canAdd = true }: KitWalletOptions,
  state: WalletState,
): Reply {
  const { chainId } = asked as { chainId: unknown }
  const id = isHex(chainId) ? Number(chainId) : 0
  if (method === 'wallet_addEthereumChain') {
    if (!canAdd) return { error: { code: -32_602, message: 'This network cannot be added' } }
    state.known.add(id)
  } else if (!state.known.has(id)) {
    return { error: { code: unknownCode, message: 'Unrecognized chain ID' } }
  }
  state.chainId = id
  return { result: null }
}
