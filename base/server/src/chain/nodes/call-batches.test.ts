import { describe, expect, test } from 'vitest'
import { startPickyNode } from '../../testing/picky-node.ts'
import { CallBatches } from './call-batches.ts'
import type { RpcReply } from './rpc-reply.ts'
import { createUpstream, type RpcRequest } from './upstream.ts'

const CALLS = 40

/** Sends calls at once, and returns their results. */
async function sendTogether(
  { request }: ReturnType<typeof createUpstream>,
  signal = new AbortController().signal,
): Promise<readonly unknown[]> {
  const replies = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      request({ method: 'echo', params: [index] }, { isBatched: true, signal }),
    ),
  )
  return replies.map((reply) => (reply.kind === 'result' ? reply.result : reply))
}

const everything = Array.from({ length: CALLS }, (_, index) => index)

describe('calls of one tick', () => {
  test('are one request', async () => {
    await using node = await startPickyNode({ most: 100, refusal: 'status 500' })
    expect(await sendTogether(createUpstream(node.url))).toEqual(everything)
    expect(node.sizes).toEqual([CALLS])
  })

  test.each([
    'status 400',
    'status 403',
    'status 413',
    'status 429',
    'status 500',
    'status 500 with an error',
    'one error',
    'one error in a list',
    'an error for each call',
    'an error for each call beyond the limit',
    'silence about the calls beyond the limit',
    'a page',
  ] as const)('reach a node that answers more than 3 calls with %s', async (refusal) => {
    await using node = await startPickyNode({ most: 3, refusal })
    const limits: number[] = []
    const upstream = createUpstream(node.url, { onBatchLimit: (calls) => limits.push(calls) })
    expect(await sendTogether(upstream)).toEqual(everything)
    expect(limits.at(-1)).toBeLessThanOrEqual(3)
    // The learnt limit holds for the next calls.
    node.sizes.length = 0
    expect(await sendTogether(upstream)).toEqual(everything)
    expect(Math.max(...node.sizes)).toBeLessThanOrEqual(3)
  })

  test('reach a node that accepts no batch', async () => {
    await using node = await startPickyNode({ most: 1, refusal: 'one error' })
    expect(await sendTogether(createUpstream(node.url))).toEqual(everything)
  })

  test('are found by their ids, in any order, also as text', async () => {
    await using node = await startPickyNode({ most: 100, refusal: 'one error', isShuffled: true })
    expect(await sendTogether(createUpstream(node.url))).toEqual(everything)
    expect(node.sizes).toEqual([CALLS])
  })

  test('error: fail after two requests when the node is down', async () => {
    await using node = await startPickyNode({ most: 0, refusal: 'status 500' })
    const failure = { kind: 'failure', reason: 'status', status: 500 }
    expect(await sendTogether(createUpstream(node.url))).toEqual(everything.map(() => failure))
    expect(node.sizes).toEqual([CALLS, 1])
  })

  test('error: end when their caller gives up', async () => {
    await using node = await startPickyNode({ most: 100, refusal: 'one error', isSilent: true })
    const giveUp = new AbortController()
    const replies = sendTogether(createUpstream(node.url), giveUp.signal)
    await expect.poll(() => node.sizes).toEqual([CALLS])
    giveUp.abort()
    const failure = { kind: 'failure', reason: 'timeout' }
    expect(await replies).toEqual(everything.map(() => failure))
  })
})

test('one refused call of a batch is not taken for a limit of the node', async () => {
  await using node = await startPickyNode({ most: 100, refusal: 'one error' })
  const { request } = createUpstream(node.url)
  const options = { isBatched: true, signal: new AbortController().signal }
  const replies = await Promise.all([
    request({ method: 'echo', params: [1] }, options),
    request({ method: 'revert', params: [] }, options),
  ])
  expect(replies).toMatchObject([
    { kind: 'result', result: 1 },
    { kind: 'error', error: { code: 3 } },
  ])
  expect(node.sizes).toEqual([2])
})

const REFUSED: RpcReply = { kind: 'failure', reason: 'status', status: 403 }
const RESULT: RpcReply = { kind: 'result', result: '0x1' }

/** Calls to a node that refuses a request with the call `bad`, and `isPicky` ones of several calls. */
function batchesOf({ isPicky = () => false }: { isPicky?: () => boolean }) {
  const limits: number[] = []
  const sizes: number[] = []
  const isBad = ({ method }: RpcRequest) => method === 'bad'
  const batches = new CallBatches({
    sendAlone: (request) => Promise.resolve(isBad(request) ? REFUSED : RESULT),
    sendTogether: (requests) => {
      sizes.push(requests.length)
      const isRefused = isPicky() || requests.some(isBad)
      return Promise.resolve(requests.map(() => (isRefused ? null : RESULT)))
    },
    onLimit: (calls) => limits.push(calls),
  })
  const { signal } = new AbortController()
  const send = (methods: readonly string[]) =>
    Promise.all(methods.map((method) => batches.send({ method, params: [] }, signal)))
  return { limits, sizes, send }
}

test('a call that the node refuses, also alone, is not taken for a limit', async () => {
  const { limits, send } = batchesOf({})
  expect(await send(['good', 'bad', 'good'])).toEqual([RESULT, REFUSED, RESULT])
  expect(limits).toEqual([])
})

test('a node that has accepted no batch is sent one again after a while', async () => {
  let isPicky = true
  const { limits, sizes, send } = batchesOf({ isPicky: () => isPicky })
  await send(['good', 'good'])
  await expect.poll(() => limits).toEqual([1])
  isPicky = false
  for (let count = 0; count < 200; count += 1) await send(['good'])
  sizes.length = 0
  await send(['good', 'good'])
  expect(sizes).toEqual([2])
})
