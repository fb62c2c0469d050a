import { type ChainRpc, createChainRpc } from '@bullring/server/chain/nodes/chain-rpc'
import { createUpstream } from '@bullring/server/chain/nodes/upstream'
import { type Anvil, callRpc, startAnvil } from '@bullring/stack/chain/anvil'
import { localAccounts } from '@bullring/stack/chain/local-accounts'
import { keccak256, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Fault, type FaultyUpstream, startFaultyUpstream } from '../testing/faulty-upstream.ts'
import { executeCalls } from './execute-calls.ts'
import { type HeldBytes, ReplyBytes } from './reply-bytes.ts'

const CHAIN_ID = 31_337
let anvil: Anvil
let faulty: FaultyUpstream
let alone: ChainRpc
/** Like `alone`, with a short time limit. */
let hasty: ChainRpc
let both: ChainRpc

beforeAll(async () => {
  anvil = await startAnvil({ chainId: CHAIN_ID, blockSeconds: null })
  faulty = await startFaultyUpstream(anvil.rpcUrl)
  const bad = createUpstream(faulty.url, { timeoutMs: 300 })
  const patient = createUpstream(faulty.url, { timeoutMs: 60_000 })
  alone = createChainRpc({ chainId: CHAIN_ID, upstreams: [patient] })
  hasty = createChainRpc({ chainId: CHAIN_ID, upstreams: [bad] })
  both = createChainRpc({
    chainId: CHAIN_ID,
    upstreams: [bad, createUpstream(anvil.rpcUrl)],
    pingIntervalMs: 20,
  })
})
afterAll(async () => {
  await faulty.close()
  await anvil.child.stop(0)
})

async function executeText(rpc: ChainRpc, text: string, held: HeldBytes = { count: 0 }) {
  const bytes = new ReplyBytes(held)
  return JSON.parse(await executeCalls(rpc, text, { take: () => undefined, bytes }))
}
const execute = (rpc: ChainRpc, message: unknown, held?: HeldBytes) =>
  executeText(rpc, JSON.stringify(message), held)
const call = (method: string, params: unknown[] = [], id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
})

describe('createChainRpc', () => {
  const faults: Fault[] = ['never responds', 'busy', 'broken', 'a gateway page', 'nonsense']
  test.each(faults)('fails over to the second node when the first fails: %s', async (fault) => {
    faulty.misbehave(fault)
    const upstreams = [createUpstream(faulty.url, { timeoutMs: 300 }), createUpstream(anvil.rpcUrl)]
    const rpc = createChainRpc({ chainId: CHAIN_ID, upstreams })
    expect(await execute(rpc, call('eth_chainId'))).toMatchObject({ result: '0x7a69' })
    expect(faulty.requests).toHaveLength(1)
    const batch = await execute(rpc, [call('eth_chainId', [], 'a'), call('eth_gasPrice', [], 'b')])
    expect(batch).toMatchObject([
      { id: 'a', result: '0x7a69' },
      { id: 'b', result: expect.stringMatching(/^0x/) },
    ])
  })

  test('asks a node last for a second after it has limited its callers', async () => {
    const upstreams = [createUpstream(faulty.url), createUpstream(anvil.rpcUrl)]
    const rpc = createChainRpc({ chainId: CHAIN_ID, upstreams })
    faulty.misbehave('busy')
    await execute(rpc, call('eth_chainId'))
    faulty.misbehave(null)
    await execute(rpc, call('eth_gasPrice'))
    expect(faulty.requests).toEqual([])
    await expect
      .poll(async () => {
        await execute(rpc, call('eth_blockNumber'))
        return faulty.requests.length
      })
      .toBeGreaterThan(0)
  })

  test.each([
    ['broken', -32_603],
    ['a gateway page', -32_603],
    ['busy', -32_005],
    ['never responds', -32_002],
  ] as const)('error: tries a single node once when it fails: %s', async (fault, code) => {
    faulty.misbehave(fault)
    const rpc = fault === 'never responds' ? hasty : alone
    expect(await execute(rpc, call('eth_blockNumber'))).toMatchObject({ error: { code } })
    expect(faulty.requests).toHaveLength(1)
  })

  test('error: tries each of several nodes once', async () => {
    faulty.misbehave('broken')
    const upstreams = [createUpstream(faulty.url), createUpstream(faulty.url)]
    const rpc = createChainRpc({ chainId: CHAIN_ID, upstreams })
    expect(await execute(rpc, call('eth_blockNumber'))).toMatchObject({ error: { code: -32_603 } })
    expect(faulty.requests).toHaveLength(2)
  })

  test('error: asks at most two nodes for a call that each rejects', async () => {
    faulty.misbehave(null)
    const upstreams = [1, 2, 3, 4].map(() => createUpstream(faulty.url))
    const rpc = createChainRpc({ chainId: CHAIN_ID, upstreams })
    const unknownBlock = call('eth_getBlockReceipts', ['0xffffffffff', 1])
    expect(await execute(rpc, unknownBlock)).toMatchObject({ error: { code: expect.any(Number) } })
    expect(faulty.requests.length).toBeLessThanOrEqual(2)
  })

  test('error: calls no node once all callers together reach the limit', async () => {
    faulty.misbehave(null)
    let left = 2
    const takeCall = () => {
      left -= 1
      return left >= 0
    }
    const upstreams = [createUpstream(faulty.url)]
    const rpc = createChainRpc({ chainId: CHAIN_ID, upstreams, takeCall })
    expect(await execute(rpc, call('eth_blockNumber'))).toMatchObject({ result: expect.anything() })
    expect(await execute(rpc, call('eth_chainId'))).toMatchObject({ result: '0x7a69' })
    expect(await execute(rpc, call('eth_gasPrice'))).toMatchObject({ error: { code: -32_005 } })
    expect(faulty.requests).toHaveLength(2)
  })

  test.each([false, true])('error: respects the deadline, batched: %s', async (isBatched) => {
    faulty.misbehave('never responds')
    const closed = createUpstream('http://127.0.0.1:9')
    const patient = [1, 2].map(() => createUpstream(faulty.url, { timeoutMs: 600_000 }))
    const rpc = createChainRpc({ chainId: CHAIN_ID, upstreams: [closed, ...patient] })
    const deadline = new AbortController()
    const reply = rpc.request(call('eth_blockNumber'), { isBatched, signal: deadline.signal })
    await expect.poll(() => faulty.requests.length).toBe(1)
    deadline.abort(new DOMException('too late', 'TimeoutError'))
    expect(await reply).toEqual({ kind: 'failure', reason: 'timeout' })
    // The third node has not been asked.
    expect(faulty.requests).toHaveLength(1)
  })

  test('recovers with the next request', async () => {
    faulty.misbehave('broken')
    expect(await execute(alone, call('eth_chainId'))).toHaveProperty('error')
    faulty.misbehave(null)
    const chainCall = { ...call('eth_chainId'), params: null }
    expect(await execute(alone, chainCall)).toMatchObject({ result: '0x7a69' })
  })

  test('shares one request among identical concurrent calls', async () => {
    faulty.misbehave(null)
    const replies = await Promise.all(
      [1, 2, 3].map((id) => execute(alone, call('eth_chainId', [], id))),
    )
    expect(replies).toMatchObject([1, 2, 3].map((id) => ({ id, result: '0x7a69' })))
    expect(faulty.requests).toHaveLength(1)
  })

  test('splits a batch into few requests and keeps its order', async () => {
    faulty.misbehave(null)
    const calls = Array.from({ length: 1_000 }, (_, index) =>
      call('eth_getBalance', [numberToHex(index, { size: 20 }), 'latest'], index),
    )
    const replies = await execute(alone, calls)
    expect(replies).toMatchObject(calls.map(({ id }) => ({ id, result: '0x0' })))
    expect(faulty.requests).toHaveLength(10)
  })

  test('joins no more bytes than nodes accept', async () => {
    faulty.misbehave(null)
    const [small, ...large] = Array.from({ length: 21 }, (_, index) =>
      call('eth_call', [{ data: `0x${'00'.repeat(index === 0 ? 1 : 20_000 + index)}` }], index),
    )
    const replies = await execute(alone, [small, ...large])
    expect(replies).toMatchObject([small, ...large].map((sent) => ({ id: sent?.id, result: '0x' })))
    const longest = Math.max(...faulty.requests.map((body) => Buffer.byteLength(body)))
    expect(longest).toBeLessThan(50_000)
    expect(faulty.requests).toHaveLength(21)
  })

  test('passes on a revert unchanged, without trying again', async () => {
    faulty.misbehave(null)
    // PUSH0 PUSH0 REVERT
    const reply = await execute(alone, call('eth_call', [{ data: '0x5f5ffd' }, 'latest']))
    expect(reply).toMatchObject({ error: { code: 3, message: expect.stringMatching(/revert/) } })
    expect(faulty.requests).toHaveLength(1)
  })

  test('returns the hash of a transaction that another node already knows', async () => {
    const [, , , sender] = localAccounts(4).traders
    if (sender === undefined) throw new Error('no account')
    await callRpc(anvil.rpcUrl, 'evm_setAutomine', [false])
    const signed = await sender.signTransaction({
      chainId: CHAIN_ID,
      to: sender.address,
      gas: 21_000n,
      maxFeePerGas: 2_000_000_000n,
      nonce: 0,
      type: 'eip1559',
    })
    const first = await execute(both, call('eth_sendRawTransaction', [signed]))
    const second = await execute(both, call('eth_sendRawTransaction', [signed]))
    expect(first).toMatchObject({ result: keccak256(signed) })
    expect(second).toMatchObject({ result: keccak256(signed) })
  })

  test('tries the better node first once both have been pinged', async () => {
    faulty.misbehave('another chain')
    const ranking = new AbortController()
    const ended = both.keepRanking(ranking.signal)
    await expect.poll(() => faulty.requests.length).toBeGreaterThan(3)
    expect(
      await execute(both, call('eth_getBalance', [numberToHex(7, { size: 20 }), 'latest'])),
    ).toMatchObject({
      result: '0x0',
    })
    expect(faulty.requests.some((body) => body.includes('eth_getBalance'))).toBe(false)
    ranking.abort()
    await ended
  })
})

describe('a single node', () => {
  test('error: receives no requests while it serves another chain', async () => {
    const rpc = createChainRpc({
      chainId: CHAIN_ID,
      upstreams: [createUpstream(faulty.url)],
      pingIntervalMs: 20,
    })
    faulty.misbehave('another chain')
    const ranking = new AbortController()
    const ended = rpc.keepRanking(ranking.signal)
    const balanceCall = call('eth_getBalance', [numberToHex(8, { size: 20 }), 'latest'])
    await expect
      .poll(() => execute(rpc, balanceCall))
      .toMatchObject({ error: { code: -32_603, message: expect.stringContaining('no node') } })
    faulty.misbehave(null)
    await expect.poll(() => execute(rpc, balanceCall)).toMatchObject({ result: '0x0' })
    ranking.abort()
    await ended
  })
})

describe('executeCalls', () => {
  test.each([
    ['{', -32_700],
    // Nodes refuse it, and would count as broken.
    [
      `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(200)}${']'.repeat(200)}}`,
      -32_700,
    ],
    [String.raw`{"jsonrpc":"2.0","id":1,"method":"eth_call","params":["\ud800"]}`, -32_700],
    ['[]', -32_600],
    ['3', -32_600],
    ['{"id":4,"method":"eth_chainId"}', -32_600],
    ['{"jsonrpc":"2.0","id":5,"method":"eth_chainId","params":{}}', -32_602],
    ['{"jsonrpc":"2.0","id":6,"method":3,"params":{}}', -32_600],
    [JSON.stringify(call('eth_foo')), -32_601],
    [JSON.stringify(call('debug_traceTransaction')), -32_601],
    [JSON.stringify(call('anvil_setBalance')), -32_601],
    [JSON.stringify(call('eth_newFilter')), -32_601],
    [JSON.stringify(call('eth_sendTransaction')), 4_200],
    [JSON.stringify(call('personal_sign')), 4_200],
    [JSON.stringify(call('wallet_switchEthereumChain')), 4_200],
  ])('error: replies to %s with code %i', async (text, code) => {
    expect(await executeText(alone, text)).toMatchObject({ error: { code } })
  })

  test('error: rejects more than 1000 calls', async () => {
    const text = JSON.stringify(Array.from({ length: 1_001 }, () => call('eth_foo')))
    expect(await executeText(alone, text)).toMatchObject({ error: { code: -32_600 } })
  })

  /** A call whose reply has `megabytes`: code that returns as much memory, in place of the account's. */
  const longCall = (megabytes: number, id: number) => {
    const to = numberToHex(id + 0x1000, { size: 20 })
    const size = numberToHex((megabytes * 1_000_000) / 2, { size: 3 }).slice(2)
    return call('eth_call', [{ to }, 'latest', { [to]: { code: `0x62${size}6000f3` } }], id)
  }
  const lengths = (replies: readonly { result?: string; error?: { code: number } }[]) =>
    replies.map(({ result, error }) => error?.code ?? Math.round((result?.length ?? 0) / 1e6))

  test('makes equal calls of a batch once', async () => {
    faulty.misbehave(null)
    const batch = Array.from({ length: 30 }, (_, id) =>
      call('eth_getBalance', [numberToHex(9, { size: 20 }), 'latest'], id),
    )
    const replies = await execute(alone, batch)
    expect(replies.map(({ id }: { id: number }) => id)).toEqual(batch.map(({ id }) => id))
    expect(new Set(replies.map(({ result }: { result: string }) => result))).toEqual(
      new Set(['0x0']),
    )
    expect(faulty.requests.flatMap((body) => JSON.parse(body))).toHaveLength(1)
  })

  test('error: the calls of a batch whose replies are larger than 16 MiB fail from there on', async () => {
    faulty.misbehave(null)
    const equal = Array.from({ length: 20 }, (_, id) => ({ ...longCall(6, 1), id }))
    expect(lengths(await execute(alone, equal))).toEqual([6, 6, ...Array(18).fill(-32_002)])
  })

  test('error: all requests together hold at most 64 MiB of replies', async () => {
    faulty.misbehave(null)
    const held = { count: 62_000_000 }
    expect(lengths([await execute(alone, longCall(4, 1), held)])).toEqual([4])
    expect(lengths([await execute(alone, longCall(4, 1), held)])).toEqual([-32_002])
  })

  test('executes the valid calls of a batch that has invalid ones', async () => {
    faulty.misbehave(null)
    expect(
      await execute(alone, [call('eth_foo', [], 1), call('eth_chainId', [], 2), 'x']),
    ).toMatchObject([
      { id: 1, error: { code: -32_601 } },
      { id: 2, result: '0x7a69' },
      { id: null, error: { code: -32_600 } },
    ])
  })
})
