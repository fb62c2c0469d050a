import {
  type Address,
  type Client,
  createClient,
  custom,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  parseAbi,
  type RpcLog,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../errors.ts'
import type { ChainRequest } from './chain-client.ts'
import { readChanges, simulateCalls } from './simulate-call.ts'

const ME: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const OTHER: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const TOKEN: Address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const COIN: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

const abi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
])
const itemAbi = parseAbi([
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
])

function log(address: Address, topics: readonly unknown[], data: Hex): RpcLog {
  return { address, topics, data, logIndex: '0x0', blockNumber: '0x1' } as unknown as RpcLog
}
const uint = (value: bigint) => encodeAbiParameters([{ type: 'uint256' }], [value])

function transfer(address: Address, from: Address, to: Address, value: bigint): RpcLog {
  const topics = encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to } })
  return log(address, topics, uint(value))
}

describe('readChanges', () => {
  test('sums up coins and tokens that come and go', () => {
    const logs = [
      transfer(COIN, ME, OTHER, 5n),
      transfer(COIN, OTHER, ME, 2n),
      transfer(TOKEN, OTHER, ME, 7n),
      transfer(TOKEN, OTHER, OTHER, 100n),
    ]
    expect(readChanges(logs, ME)).toEqual([
      { kind: 'coin', amount: -3n },
      { kind: 'token', address: TOKEN, token: null, amount: 7n },
    ])
  })

  test('says nothing of what comes back', () => {
    expect(readChanges([transfer(TOKEN, ME, ME, 9n)], ME)).toEqual([])
    const loan = [transfer(TOKEN, ME, OTHER, 9n), transfer(TOKEN, OTHER, ME, 9n)]
    expect(readChanges(loan, ME)).toEqual([])
  })

  test('names items of collections', () => {
    const topics = encodeEventTopics({
      abi: itemAbi,
      eventName: 'Transfer',
      args: { from: ME, to: OTHER, id: 42n },
    })
    const several = encodeEventTopics({
      abi,
      eventName: 'TransferSingle',
      args: { operator: OTHER, from: OTHER, to: ME },
    })
    const logs = [log(TOKEN, topics, '0x'), log(OTHER, several, `${uint(3n)}${uint(4n).slice(2)}`)]
    expect(readChanges(logs, ME)).toEqual([
      { kind: 'item', address: TOKEN, id: 42n, amount: -1n },
      { kind: 'item', address: OTHER, id: 3n, amount: 4n },
    ])
  })

  test('names who may take something later, and nothing that others allow', () => {
    const approval = (owner: Address, value: bigint) =>
      log(
        TOKEN,
        encodeEventTopics({ abi, eventName: 'Approval', args: { owner, spender: OTHER } }),
        uint(value),
      )
    const forAll = encodeEventTopics({
      abi,
      eventName: 'ApprovalForAll',
      args: { owner: ME, operator: OTHER },
    })
    expect(readChanges([approval(ME, 8n), approval(OTHER, 9n)], ME)).toEqual([
      { kind: 'allowance', address: TOKEN, token: null, spender: OTHER, amount: 8n },
    ])
    expect(readChanges([approval(ME, 8n), approval(ME, 0n)], ME)).toEqual([])
    expect(readChanges([log(TOKEN, forAll, uint(1n))], ME)).toEqual([
      { kind: 'operator', address: TOKEN, operator: OTHER },
    ])
  })

  test('ignores logs that are none of these, or malformed', () => {
    expect(readChanges([log(TOKEN, ['0x1234'], '0x'), log(TOKEN, [], '0x12')], ME)).toEqual([])
  })
})

describe('simulateCalls', () => {
  const calls = [{ to: OTHER, value: 1n, data: '0x12345678' as Hex }]
  const run = (request: ChainRequest) => {
    const client: Client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
    return simulateCalls(request, client, { account: ME, calls })
  }
  const result = (status: string, logs: readonly unknown[] = []) => [{ calls: [{ status, logs }] }]

  test('returns the changes of one call in one block', async () => {
    const sent: unknown[] = []
    const simulation = await run(({ params }) => {
      sent.push(params)
      return Promise.resolve(result('0x1', [transfer(COIN, ME, OTHER, 1n)]))
    })
    expect(simulation).toEqual({ state: 'done', changes: [{ kind: 'coin', amount: -1n }] })
    expect(sent).toMatchObject([
      [{ traceTransfers: true, blockStateCalls: [{ calls: [{}] }] }, 'latest'],
    ])
  })

  test('distinguishes a failed call from a node that cannot simulate', async () => {
    expect(await run(() => Promise.resolve(result('0x0')))).toEqual({ state: 'failed' })
    const unknown = () => Promise.reject(new ChainError('method not found', undefined))
    expect(await run(unknown)).toEqual({ state: 'unavailable' })
    expect(await run(() => Promise.resolve('0x'))).toEqual({ state: 'unavailable' })
  })
})
