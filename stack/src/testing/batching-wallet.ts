import type { Call } from '@bullring/smart-account/calls'
import { toSafeAccount } from '@bullring/smart-account/to-safe-account'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  DuplicateIdError,
  type Hash,
  http,
  isAddressEqual,
  isHash,
  numberToHex,
  parseEther,
  parseEventLogs,
} from 'viem'
import { entryPoint07Abi, type SmartAccount } from 'viem/account-abstraction'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { handleCalls } from '../account-contracts/handle-calls.ts'
import { callRpc } from '../chain/anvil.ts'
import { localChain } from '../chain/local-market.ts'

/** A wallet whose account is a Safe, and which runs several calls as one (EIP-5792). It sends its operations itself. */
export type BatchingWallet = {
  address: Address
  /** The calls of each operation, the first one first. */
  batches: readonly (readonly Call[])[]
  /** Gives up the next operation instead of sending it, as a wallet does whose bundler drops one. */
  giveUpNext: () => void
  /** Handles a request of an app (EIP-1193). */
  request: (method: string, params: readonly unknown[]) => Promise<unknown>
}

type BatchingWalletOptions = {
  rpcUrl: string
  chainId: number
  /** Called after each operation, to mine it. */
  mine?: () => Promise<void>
}

/** EIP-5792. */
const STATUS = { pending: 100, confirmed: 200, givenUp: 400, reverted: 500 }

const hex = z.templateLiteral(['0x', z.string()])
const WireCall = z.object({ to: hex, value: z.optional(hex), data: z.optional(hex) })
const SendCalls = z.object({
  version: z.literal('2.0.0'),
  id: z.optional(z.string()),
  calls: z.array(WireCall),
})

/** Creates a wallet with a new account on a local chain with the contracts of smart accounts. */
export async function createBatchingWallet(
  options: BatchingWalletOptions,
): Promise<BatchingWallet> {
  const { rpcUrl, chainId } = options
  const chain = localChain(chainId, rpcUrl)
  const client = createPublicClient({ chain, transport: http(rpcUrl) })
  const account = await toSafeAccount(client, privateKeyToAccount(generatePrivateKey()))
  const send = await operationSender(options, account)
  const batches: (readonly Call[])[] = []
  const givenUp = new Set<unknown>()
  /** Operations by the ids that apps chose. */
  const named = new Map<unknown, Hash>()
  let isGivingUp = false
  let isPermitted = false
  const run = async (wire: readonly z.infer<typeof WireCall>[]): Promise<Hash> => {
    const calls = wire.map(({ to, value = '0x0', data = '0x' }) => ({
      to,
      value: BigInt(value),
      data,
    }))
    batches.push(calls)
    return await send(calls)
  }
  const sendCalls = async (params: unknown) => {
    const { calls, id: given } = z.parse(SendCalls, params)
    if (named.has(given) || givenUp.has(given)) throw new DuplicateIdError(new Error('used before'))
    if (!isGivingUp) {
      const hash = await run(calls)
      if (given !== undefined) named.set(given, hash)
      return { id: given ?? hash }
    }
    isGivingUp = false
    const id = given ?? generatePrivateKey()
    givenUp.add(id)
    return { id }
  }
  const methods: Record<string, (params: readonly unknown[]) => unknown> = {
    eth_requestAccounts: () => {
      isPermitted = true
      return [account.address]
    },
    eth_accounts: () => (isPermitted ? [account.address] : []),
    eth_chainId: () => numberToHex(chainId),
    eth_sendTransaction: ([transaction]) => run([z.parse(WireCall, transaction)]),
    wallet_getCapabilities: () => ({ [numberToHex(chainId)]: { atomic: { status: 'supported' } } }),
    wallet_sendCalls: ([params]) => sendCalls(params),
    wallet_getCallsStatus: ([id]) =>
      givenUp.has(id)
        ? statusReply(options, id, [])
        : readStatus(options, account, named.get(id) ?? id),
  }
  return {
    address: account.address,
    batches,
    giveUpNext: () => {
      isGivingUp = true
    },
    request: async (method, params) =>
      await (methods[method]?.(params) ?? callRpc(rpcUrl, method, params)),
  }
}

/** Returns a function that runs calls by one transaction of an account that pays for them. */
async function operationSender(
  { rpcUrl, chainId, mine }: BatchingWalletOptions,
  account: SmartAccount,
): Promise<(calls: readonly Call[]) => Promise<Hash>> {
  const chain = localChain(chainId, rpcUrl)
  const payer = privateKeyToAccount(generatePrivateKey())
  await callRpc(rpcUrl, 'anvil_setBalance', [payer.address, numberToHex(parseEther('10'))])
  const wallet = createWalletClient({ account: payer, chain, transport: http(rpcUrl) })
  return async (calls) => {
    const call = await handleCalls(account, calls, payer.address)
    const hash = await wallet.sendTransaction({ ...call, gas: 6_000_000n })
    await mine?.()
    return hash
  }
}

async function readStatus(options: BatchingWalletOptions, account: SmartAccount, id: unknown) {
  if (typeof id !== 'string' || !isHash(id)) throw new Error('Unknown bundle id')
  const { rpcUrl, chainId } = options
  const client = createPublicClient({
    chain: localChain(chainId, rpcUrl),
    transport: http(rpcUrl),
  })
  const receipt = await client.getTransactionReceipt({ hash: id }).catch(() => null)
  if (receipt === null) return statusReply(options, id, [], STATUS.pending)
  const [event] = parseEventLogs({
    abi: entryPoint07Abi,
    eventName: 'UserOperationEvent',
    logs: receipt.logs,
  }).filter(({ args }) => isAddressEqual(args.sender, account.address))
  const isSuccess = event?.args.success === true
  const raw = await callRpc(rpcUrl, 'eth_getTransactionReceipt', [id])
  return statusReply(options, id, [raw], isSuccess ? STATUS.confirmed : STATUS.reverted)
}

function statusReply(
  { chainId }: BatchingWalletOptions,
  id: unknown,
  receipts: readonly unknown[],
  status: number = STATUS.givenUp,
) {
  return { version: '2.0.0', id, chainId: numberToHex(chainId), atomic: true, status, receipts }
}
