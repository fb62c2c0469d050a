import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { BUNDLER_HEADERS } from '@bullring/accounts-api/bundler-headers'
import { accountAddress } from '@bullring/smart-account/account-address'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'
import { createDevice, createUserWithWallet, logIn, newEmail } from '../testing/test-user.ts'

const TOKEN = 'token-of-the-calling-service'
type Received = { headers: Record<string, unknown>; body: unknown }

let custody: TestCustody
const received: Received[] = []

/** Stands in for a bundler of any maker: records calls, and replies to each. */
const bundler = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: JSON.parse(await text(request)) })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x1' }))
})

const urlOf = () => `http://127.0.0.1:${(bundler.address() as AddressInfo).port}/rpc`
const callOf = (method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id: 1, method, params })

beforeAll(async () => {
  await new Promise<void>((resolve) => bundler.listen(0, '127.0.0.1', resolve))
  custody = await startTestCustody(inject('postgresUrl'), {
    variables: { BUNDLER_URL: urlOf(), BUNDLER_CUSTODY_TOKEN: TOKEN },
  })
})
afterAll(async () => {
  await custody.stop()
  bundler.closeAllConnections()
  await new Promise((resolve) => bundler.close(resolve))
})

describe('POST /core/bundler', () => {
  test('passes on operations of the user’s account, and names the user', async () => {
    const user = await createUserWithWallet(custody)
    const operation = { sender: accountAddress(user.wallet.evm), nonce: '0x0' }
    const call = callOf('eth_sendUserOperation', operation, '0x00')
    const { status, body } = await user.post('/core/bundler', call)
    expect({ status, body }).toEqual({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, result: '0x1' },
    })
    const last = received.at(-1)
    expect(last?.body).toEqual(call)
    expect(last?.headers).toMatchObject({
      authorization: `Bearer ${TOKEN}`,
      [BUNDLER_HEADERS.user]: user.userId,
      [BUNDLER_HEADERS.ipHash]: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect(JSON.stringify(last)).not.toContain(user.device.ip)
  })

  test('error: refuses operations of other accounts, also of the key itself', async () => {
    const [user, other] = [await createUserWithWallet(custody), await createUserWithWallet(custody)]
    const before = received.length
    for (const sender of [accountAddress(other.wallet.evm), user.wallet.evm, undefined]) {
      for (const method of [
        'eth_sendUserOperation',
        'eth_estimateUserOperationGas',
        'bundler_quoteFees',
      ]) {
        const { status, body } = await user.post('/core/bundler', callOf(method, { sender }))
        expect({ status, code: body['code'] }).toEqual({
          status: 403,
          code: 'custody.foreign-sender',
        })
      }
    }
    expect(received).toHaveLength(before)
  })

  test('error: refuses other methods, users without a wallet, and callers without a session', async () => {
    const user = await createUserWithWallet(custody)
    const codeOf = async (reply: ReturnType<typeof user.post>) => (await reply).body['code']
    expect(await codeOf(user.post('/core/bundler', callOf('debug_bundler_dumpMempool')))).toBe(
      'custody.unknown-method',
    )
    const walletless = await logIn(custody, newEmail(), await createDevice(custody))
    const send = callOf('eth_sendUserOperation', { sender: accountAddress(user.wallet.evm) })
    expect(await codeOf(walletless.post('/core/bundler', send))).toBe('custody.foreign-sender')
    const device = await createDevice(custody)
    expect(await codeOf(device.post('/core/bundler', callOf('eth_chainId')))).toBe('session.none')
  })

  test('tells a hosted bundler nothing about the user', async () => {
    await custody.restart({ BUNDLER_CUSTODY_TOKEN: '' })
    const user = await createUserWithWallet(custody)
    expect((await user.post('/core/bundler', callOf('eth_chainId'))).status).toBe(200)
    const headers = received.at(-1)?.headers ?? {}
    expect(headers['authorization']).toBeUndefined()
    expect(headers[BUNDLER_HEADERS.user]).toBeUndefined()
    expect(headers[BUNDLER_HEADERS.ipHash]).toBeUndefined()
  })

  test('error: reports a bundler that does not respond', async () => {
    await custody.restart({ BUNDLER_URL: 'http://127.0.0.1:9/' })
    const user = await createUserWithWallet(custody)
    const { status, body } = await user.post('/core/bundler', callOf('eth_chainId'))
    expect({ status, code: body['code'] }).toEqual({
      status: 502,
      code: 'bundler.unreachable',
    })
  })

  test('is absent without a bundler, and the frame knows', async () => {
    const enabled = async () => {
      const response = await fetch(`${custody.url}/config.json?projectId=test`)
      return (await response.json()) as { smartAccountChainIds: number[] }
    }
    expect((await enabled()).smartAccountChainIds).toEqual([31_337])
    await custody.restart({ BUNDLER_URL: '' })
    expect((await enabled()).smartAccountChainIds).toEqual([])
    const path = `${custody.url}/core/bundler`
    expect((await fetch(path, { method: 'POST' })).status).toBe(404)
  })
})
