import type { RunningService } from '@bullring/server/run-service'
import { createAnswerCheck } from '@bullring/server/testing/answer-check'
import { pino } from 'pino'
import { startWallet } from '../app/start-wallet.ts'
import { parseConfig } from '../config.ts'
import { walletDocument } from '../openapi/wallet-document.ts'
import { TEST_CHAIN, type TestChain } from './test-chain.ts'

export const PROJECT_ID = 'test-project'

/** Variables of a service for `chain`; `overrides` win. */
export function testVariables(
  chain: Pick<TestChain, 'rpcUrl'>,
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    WALLET_PORT: '0',
    WALLET_CHAIN_ID: `${TEST_CHAIN.id}`,
    WALLET_RPC_URLS: `${TEST_CHAIN.id}=${chain.rpcUrl}`,
    WALLET_DATABASE_URL: databaseUrl,
    WALLET_PROJECT_IDS: PROJECT_ID,
    WALLET_ALLOWED_ORIGINS: 'https://play.example',
    WALLET_POLL_INTERVAL_MS: '20',
    ...overrides,
  }
}

/** Starts the real service in this process. */
export function startTestWallet(
  ...variables: Parameters<typeof testVariables>
): Promise<RunningService> {
  return startWallet(parseConfig(testVariables(...variables)), pino({ level: 'silent' }))
}

const checkAnswer = createAnswerCheck(walletDocument())

/** As `fetch`; the answer is one that the OpenAPI document knows. */
export async function fetchChecked(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET' } = init
  const answer = await fetch(url, init)
  // Preflights are the browser's own.
  if (method !== 'OPTIONS') {
    await checkAnswer(method.toLowerCase(), new URL(url).pathname, answer)
  }
  return answer
}
