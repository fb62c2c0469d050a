import type { RunningService } from '@bullring/server/run-service'
import { readLimitNodes, spendLimit } from '@bullring/server/testing/shared-limit'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startTestCustody, type TestCustody } from '../testing/start-test-custody.ts'

const TOKEN = 'a-token-of-the-operator'
const PER_MINUTE = 400

let custody: TestCustody
let other: RunningService

beforeAll(async () => {
  const options = {
    variables: { METRICS_TOKEN: TOKEN },
    limits: { requestsPerMinute: PER_MINUTE },
  }
  custody = await startTestCustody(inject('postgresUrl'), options)
  other = await custody.startNode({})
})
afterAll(async () => {
  await other.stop()
  await custody.stop()
})

async function request(url: string): Promise<boolean> {
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const response = await fetch(`${url}/config.json?projectId=test`, { headers })
  await response.body?.cancel()
  return response.status !== 429
}

describe('two nodes of the custody service', () => {
  test('give an address its limit once', async () => {
    const urls = [custody.url, other.url]
    for (const url of urls) await expect.poll(() => readLimitNodes(url, TOKEN)).toBe(2)
    const { allowed, most } = await spendLimit(urls, PER_MINUTE, request)
    expect(allowed).toBeLessThanOrEqual(most)
  })
})
