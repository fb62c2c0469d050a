import type { RunningService } from '@bullring/server/run-service'
import { createResponseCheck, type ResponseCheck } from '@bullring/server/testing/response-check'
import { pino } from 'pino'
import { startWallet } from '../app/start-wallet.ts'
import { parseConfig } from '../config.ts'
import { LIMITS, type WalletLimits } from '../limits.ts'
import { TEST_CHAIN, type TestChain } from './test-chain.ts'

export const PROJECT_ID = 'test-project'

/** Returns the environment of a service for `chain`. `overrides` win. */
export function testVariables(
  chain: Pick<TestChain, 'rpcUrl'>,
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    PORT: '0',
    CHAIN_ID: `${TEST_CHAIN.id}`,
    WALLET_RPC_URLS: `${TEST_CHAIN.id}=${chain.rpcUrl}`,
    WALLET_DATABASE_URL: databaseUrl,
    WALLET_PROJECT_IDS: PROJECT_ID,
    WALLET_ALLOWED_ORIGINS: 'https://play.example',
    ...overrides,
  }
}

/** Starts the real service in this process, with the limits of a public chain. */
export function startTestWallet(
  chain: Pick<TestChain, 'rpcUrl'>,
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
  changes: Partial<WalletLimits> = {},
): Promise<RunningService> {
  const config = parseConfig(testVariables(chain, databaseUrl, overrides))
  const limits = { ...LIMITS, ...changes }
  return startWallet({ ...config, limits, pollIntervalMs: 20 }, pino({ level: 'silent' }))
}

const checks = new Map<string, Promise<ResponseCheck>>()

/** Like `fetch`, but fails unless the service's OpenAPI document describes the response. */
export async function fetchChecked(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET' } = init
  const { origin, pathname } = new URL(url)
  const response = await fetch(url, init)
  // The document does not describe preflight requests.
  if (method !== 'OPTIONS') {
    const check = checks.get(origin) ?? fetchCheck(origin)
    checks.set(origin, check)
    await (await check)(method.toLowerCase(), pathname, response)
  }
  return response
}

async function fetchCheck(origin: string): Promise<ResponseCheck> {
  const response = await fetch(`${origin}/openapi.json`)
  return createResponseCheck((await response.json()) as object)
}
