import { randomUUID } from 'node:crypto'
import type { RunningService } from '@bullring/server/run-service'
import { readLimitNodes, spendLimit } from '@bullring/server/testing/shared-limit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { otherCode, readCode } from '../testing/read-code.ts'
import { startTestVault, type TestVault } from '../testing/start-test-vault.ts'
import { createTestDevice, type TestDevice } from '../testing/test-device.ts'

const TOKEN = 'a-token-of-the-operator'
const PER_MINUTE = 400

let vault: TestVault
let other: RunningService

beforeAll(async () => {
  vault = await startTestVault(inject('postgresUrl'), {
    variables: { METRICS_TOKEN: TOKEN },
    limits: { requestsPerMinute: PER_MINUTE },
  })
  other = await vault.startNode()
})
afterAll(async () => {
  await other.stop()
  await vault.stop()
})

/** Creates a device whose requests go to the named node. */
async function createRoamingDevice() {
  const node = { url: vault.url }
  const device: TestDevice = await createTestDevice(node)
  return (url: string, path: string, body: object) => {
    node.url = url
    return device.post(path, body)
  }
}

const login = () => ({ email: `${randomUUID()}@example.com`, purpose: 'login' })

describe('two nodes of the vault', () => {
  test('a code that one mailed is exchanged at the other, once', async () => {
    const post = await createRoamingDevice()
    const body = login()
    expect(await post(vault.url, '/otp/send', body)).toMatchObject({ status: 200 })
    const entered = { ...body, otp: await readCode(vault, body.email) }
    expect(await post(other.url, '/otp/verify', entered)).toMatchObject({ status: 200 })
    for (const { url } of [vault, other]) {
      expect(await post(url, '/otp/verify', entered)).toMatchObject({
        status: 401,
        body: { code: 'otp.expired' },
      })
    }
  })

  test('count wrong codes and mails together', async () => {
    const post = await createRoamingDevice()
    const body = login()
    await post(vault.url, '/otp/send', body)
    expect(await post(other.url, '/otp/send', body)).toMatchObject({ status: 429 })
    const code = await readCode(vault, body.email)
    for (const [index, url] of [vault.url, other.url, vault.url, other.url, vault.url].entries()) {
      const otp = otherCode(code, index + 1)
      await post(url, '/otp/verify', { ...body, otp })
    }
    expect(await post(other.url, '/otp/verify', { ...body, otp: code })).toMatchObject({
      status: 401,
      body: { code: 'otp.locked' },
    })
  })

  test('give an address its limit once', async () => {
    const urls = [vault.url, other.url]
    for (const url of urls) await expect.poll(() => readLimitNodes(url, TOKEN)).toBe(2)
    const request = async (url: string) => {
      const headers = { 'x-forwarded-for': '192.0.2.1' }
      const response = await fetch(`${url}/config.json`, { headers })
      await response.body?.cancel()
      return response.status !== 429
    }
    const { allowed, most } = await spendLimit(urls, PER_MINUTE, request)
    expect(allowed).toBeLessThanOrEqual(most)
  })
})
