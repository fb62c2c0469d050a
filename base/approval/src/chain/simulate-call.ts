import {
  type Address,
  type Client,
  getAddress,
  type Hex,
  isAddressEqual,
  parseAbi,
  parseEventLogs,
  type RpcLog,
  toHex,
} from 'viem'
import * as z from 'zod/mini'
import { ChainError } from '../errors.ts'
import type { ChainRequest } from './chain-client.ts'
import { readToken } from './read-token.ts'

type Token = { address: Address; symbol: string; decimals: number } | null

/** Changes of a call for the account, simulated on the newest block. */
export type BalanceChange =
  | { kind: 'coin'; amount: bigint }
  | { kind: 'token'; address: Address; token: Token; amount: bigint }
  | { kind: 'item'; address: Address; id: bigint; amount: bigint }
  | { kind: 'allowance'; address: Address; token: Token; spender: Address; amount: bigint }
  | { kind: 'item-allowance'; address: Address; spender: Address; id: bigint }
  | { kind: 'operator'; address: Address; operator: Address }

/** The result of simulating a call; `unavailable` where the network's node cannot simulate. */
export type Simulation =
  | { state: 'done'; changes: readonly BalanceChange[] }
  | { state: 'failed' }
  | { state: 'unavailable' }

/** Transfers of the coin are reported as of a token at this address (ERC-7528). */
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** More than anyone reads. */
const MAX_TOKENS = 12

const Result = z.tuple([
  z.object({
    calls: z.array(z.object({ status: z.string(), logs: z._default(z.array(z.unknown()), []) })),
  }),
])

const eventsAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
])
const itemEventsAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event Approval(address indexed owner, address indexed approved, uint256 indexed id)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

type Call = { to: Address | null; value: bigint; data: Hex }

/** Simulates calls, one after the other, and returns what they change. Events are what contracts say about themselves: they can lie. */
export async function simulateCalls(
  request: ChainRequest,
  client: Client,
  { account, calls }: { account: Address; calls: readonly Call[] },
): Promise<Simulation> {
  const requests = calls.map(({ to, value, data }) => ({
    from: account,
    ...(to && { to }),
    value: toHex(value),
    data,
  }))
  const options = {
    blockStateCalls: [{ calls: requests }],
    traceTransfers: true,
    validation: false,
  }
  try {
    const result = await request({ method: 'eth_simulateV1', params: [options, 'latest'] })
    const parsed = z.safeParse(Result, result)
    if (!parsed.success) return { state: 'unavailable' }
    const [{ calls: results }] = parsed.data
    if (results.some(({ status }) => status !== '0x1')) return { state: 'failed' }
    const logs = results.flatMap((result) => result.logs as RpcLog[])
    const changes = readChanges(logs, account)
    return { state: 'done', changes: await withTokens(client, changes) }
  } catch (error) {
    if (error instanceof ChainError) return { state: 'unavailable' }
    throw error
  }
}

/** Sums up what the logs of a call move from and to `account`, and whom it lets take something. */
export function readChanges(logs: RpcLog[], account: Address): BalanceChange[] {
  const changes = new Map<string, BalanceChange>()
  const isOwn = (address: Address) => isAddressEqual(address, account)
  const move: Move = ({ from, to, amount, key, toChange }) => {
    const signed = (isOwn(to) ? amount : 0n) - (isOwn(from) ? amount : 0n)
    if (!isOwn(from) && !isOwn(to)) return
    const known = changes.get(key)
    changes.set(key, toChange((known && 'amount' in known ? known.amount : 0n) + signed))
  }
  // The last one of an owner and a spender counts.
  const allow = (owner: Address, key: string, change: BalanceChange | null) => {
    if (!isOwn(owner)) return
    if (change === null) changes.delete(key)
    else changes.set(key, change)
  }
  readTokenEvents(logs, move, allow)
  readItemEvents(logs, move, allow)
  // A transfer there and back changes nothing.
  return [...changes.values()].filter((change) => !('amount' in change) || change.amount !== 0n)
}

type Move = (transfer: {
  from: Address
  to: Address
  amount: bigint
  key: string
  toChange: (amount: bigint) => BalanceChange
}) => void

type Allow = (owner: Address, key: string, change: BalanceChange | null) => void

function readTokenEvents(logs: RpcLog[], move: Move, allow: Allow): void {
  for (const log of parseEventLogs({ abi: eventsAbi, logs })) {
    const address = getAddress(log.address)
    if (log.eventName === 'Approval') {
      const { owner, spender, value: amount } = log.args
      const change = { kind: 'allowance', address, token: null, spender, amount } as const
      allow(owner, `allowance|${address}|${spender}`, change)
      continue
    }
    const { from, to, value: amount } = log.args
    const isCoin = address.toLowerCase() === COIN
    move({
      from,
      to,
      amount,
      key: `token|${address}`,
      toChange: (sum) =>
        isCoin
          ? { kind: 'coin', amount: sum }
          : { kind: 'token', address, token: null, amount: sum },
    })
  }
}

function readItemEvents(logs: RpcLog[], move: Move, allow: Allow): void {
  for (const { address: raw, eventName, args } of parseEventLogs({ abi: itemEventsAbi, logs })) {
    const address = getAddress(raw)
    if (eventName === 'ApprovalForAll') {
      const { owner, operator, approved } = args
      const change = approved ? ({ kind: 'operator', address, operator } as const) : null
      allow(owner, `operator|${address}|${operator}`, change)
    } else if (eventName === 'Approval') {
      const { owner, approved: spender, id } = args
      const change = { kind: 'item-allowance', address, spender, id } as const
      allow(owner, `item-allowance|${address}|${id}`, change)
    } else {
      const { from, to } = args
      for (const [id, amount] of itemsOf(args)) {
        move({
          from,
          to,
          amount,
          key: `item|${address}|${id}`,
          toChange: (sum) => ({ kind: 'item', address, id, amount: sum }),
        })
      }
    }
  }
}

type ItemTransfer =
  | { id: bigint; value?: bigint }
  | { ids: readonly bigint[]; values: readonly bigint[] }

/** The items of a transfer, each with its amount. */
function itemsOf(transfer: ItemTransfer): readonly (readonly [bigint, bigint])[] {
  if ('ids' in transfer) return transfer.ids.map((id, index) => [id, transfer.values[index] ?? 0n])
  return [[transfer.id, transfer.value ?? 1n]]
}

async function withTokens(
  client: Client,
  changes: readonly BalanceChange[],
): Promise<BalanceChange[]> {
  const addresses = new Set(
    changes.flatMap((change) => ('token' in change ? [change.address] : [])),
  )
  const known = new Map(
    await Promise.all(
      [...addresses].slice(0, MAX_TOKENS).map(async (address) => {
        // The change is shown without a symbol when the node fails after the simulation.
        const token = await readToken(client, address).catch(() => null)
        return [address, token && { address, ...token }] as const
      }),
    ),
  )
  return changes.map((change) =>
    'token' in change ? { ...change, token: known.get(change.address) ?? null } : change,
  )
}
