import { randomUUID } from 'node:crypto'
import { callRpc } from '@bullring/stack/chain/anvil'
import type { BrowserContext } from '@playwright/test'
import { type Address, createWalletClient, defineChain, type Hex, http, isHex } from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { mineSoon } from '../chain/mine-soon.ts'
import { announceWallet, type WalletReply, type WalletRequest } from './announce-wallet.ts'

/** A browser wallet outside the page: it holds a key and signs, as an extension does. */
export type TestWallet = {
  account: PrivateKeyAccount
  /** Connected address: the key's account, or a contract it signs for. */
  address: Address
  name: string
  /** Declines every request from now on, like a user who presses "Reject". */
  decline: (isDeclining: boolean) => void
  /** Network that it is on. */
  chainId: () => number
}

/** The networks of a wallet. */
export type WalletChains = {
  /** Nodes of the networks that exist, by chain id. */
  nodes: Readonly<Record<number, string>>
  /** The networks that the wallet knows, the current one first. */
  known: readonly [number, ...number[]]
}

export type TestWalletOptions = WalletChains & {
  name: string
  /** Reverse domain name that it announces; by default one that is in no catalogue. */
  rdns?: string
  /** Error code for a network that it does not know. */
  unknownCode?: number
  /** Key of its account, a new one by default. */
  key?: Hex
  /** False: it rejects new networks. */
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

/** Installs a wallet in every page of `context`. Its state survives a reload. */
export async function installWallet(
  context: BrowserContext,
  options: TestWalletOptions,
): Promise<TestWallet> {
  const account = privateKeyToAccount(options.key ?? generatePrivateKey())
  const address = (await options.contractOf?.(account.address)) ?? account.address
  const state: WalletState = {
    address,
    isDeclining: false,
    isPermitted: false,
    chainId: options.known[0],
    known: new Set(options.known),
  }
  const binding = `wallet_${randomUUID().replaceAll('-', '')}`
  await context.exposeFunction(binding, (request: WalletRequest) =>
    reply(request, account, options, state),
  )
  const { name, rdns = `example.${name.toLowerCase().replaceAll(' ', '-')}` } = options
  await context.addInitScript(announceWallet, { name, rdns, binding, uuid: randomUUID() })
  return {
    account,
    address,
    name,
    decline: (isDeclining) => {
      state.isDeclining = isDeclining
    },
    chainId: () => state.chainId,
  }
}

/** Requests that need the user's consent. */
const NEEDS_CONSENT = new Set([
  'eth_requestAccounts',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
])

const USER_REJECTED = { error: { code: 4001, message: 'User rejected the request.' } }

async function reply(
  { method, params }: WalletRequest,
  account: PrivateKeyAccount,
  options: TestWalletOptions,
  state: WalletState,
): Promise<WalletReply> {
  if (state.isDeclining && NEEDS_CONSENT.has(method)) return USER_REJECTED
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
        return { result: await sendTransaction(params[0], account, rpcUrl) }
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
  network: unknown,
  { unknownCode = 4902, canAdd = true }: TestWalletOptions,
  state: WalletState,
): WalletReply {
  const { chainId } = network as { chainId: unknown }
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

async function sendTransaction(
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
  const wallet = createWalletClient({ account, chain, transport: http(rpcUrl) })
  const hash = await wallet.sendTransaction({
    to,
    ...(isHex(data) && { data }),
    ...(isHex(value) && { value: BigInt(value) }),
    ...(isHex(gas) && { gas: BigInt(gas) }),
  })
  await mineSoon(rpcUrl)
  return hash
}
