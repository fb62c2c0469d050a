import { fileURLToPath } from 'node:url'
import { type Child, startChild } from '@bullring/stack/processes/child'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { fetchChecked, PROJECT_ID, testVariables } from '../testing/start-test-wallet.ts'
import { startTestChain, type TestChain } from '../testing/test-chain.ts'
import { createTestDatabase } from '../testing/test-database.ts'

const PROGRAM = fileURLToPath(new URL('../bin/wallet.ts', import.meta.url))
const ACCOUNT = '0x00000000000000000000000000000000DeaDBeef'

let chain: TestChain
let database: Awaited<ReturnType<typeof createTestDatabase>>

beforeAll(async () => {
  ;[chain, database] = await Promise.all([
    startTestChain(),
    createTestDatabase(inject('postgresUrl')),
  ])
})
afterAll(() => Promise.all([chain.stop(), database.drop()]))

function start(overrides: Readonly<Record<string, string>> = {}): {
  child: Child
  lines: string[]
} {
  const lines: string[] = []
  const child = startChild({
    name: 'wallet',
    command: process.execPath,
    args: [PROGRAM],
    env: testVariables(chain, database.url, overrides),
    withIpc: true,
    onLine: (line) => lines.push(line),
  })
  return { child, lines }
}

function readyUrl({ process, exited }: Child): Promise<string> {
  return new Promise((resolve, reject) => {
    process.once('message', (message) => resolve((message as { url: string }).url))
    void exited.then(reject)
  })
}

describe('wallet', () => {
  test('reports readiness, logs no address or key, and exits with 0 on SIGTERM', async () => {
    const node = 'http://127.0.0.1:9/?key=hunter2'
    const { child, lines } = start({ WALLET_RPC_URLS: `31337=${chain.rpcUrl},56=${node}` })
    const url = await readyUrl(child)
    const query = `projectId=${PROJECT_ID}&chainId=eip155:56`
    const balance = await fetchChecked(`${url}/v1/account/${ACCOUNT}/balance?${query}`)
    expect(await balance.json()).toMatchObject({ status: 502, code: 'chain.nodes-unreachable' })
    expect(await child.stop().then(() => child.exited)).toBe('wallet ended with code 0')
    const log = lines.join('\n')
    expect(log).toContain('request failed')
    expect(log.toLowerCase()).not.toContain('deadbeef')
    expect(log).not.toContain('hunter2')
    expect(log).not.toContain(new URL(database.url).password)
  })

  test.each([
    [{ WALLET_PROJECT_IDS: '' }, 'The configuration is not valid: WALLET_PROJECT_IDS'],
    [{ WALLET_CATALOGUE_FILE: '/none.json' }, 'The file at WALLET_CATALOGUE_FILE cannot be used'],
    [
      { WALLET_DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:9/x' },
      'WALLET_DATABASE_URL cannot be used',
    ],
  ])('error: exits with 1 and one sentence for %j', async (overrides, sentence) => {
    const { child, lines } = start({ LOG_LEVEL: 'silent', ...overrides })
    expect(await child.exited).toBe('wallet ended with code 1')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(sentence)
    expect(lines[0]).not.toContain('hunter2')
  })
})
