import { fileURLToPath } from 'node:url'
import type { RunningService } from '@bullring/server/run-service'
import { createResponseCheck } from '@bullring/server/testing/response-check'
import type { Child } from '@bullring/stack/processes/child'
import { startChild } from '@bullring/stack/processes/child'
import type { Logger } from 'pino'
import { pino } from 'pino'
import { startGame } from '../app/start-game.ts'
import { parseConfig } from '../config.ts'
import { gameDocument } from '../openapi/game-document.ts'
import type { TestChain } from './start-test-chain.ts'
import { TEST_CHAIN_ID } from './start-test-chain.ts'

const checkAnswer = createResponseCheck(gameDocument())

/** Variables of a service for `chain`; `overrides` win. */
export function gameVariables(
  chain: TestChain,
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return {
    GAME_PORT: '0',
    GAME_CHAIN_ID: `${TEST_CHAIN_ID}`,
    GAME_RPC_URL: chain.rpcUrl,
    GAME_MARKET_KIND: chain.kind,
    GAME_PREDICTION_ADDRESS: chain.market.prediction,
    GAME_START_BLOCK: `${chain.market.startBlock}`,
    GAME_DATABASE_URL: databaseUrl,
    GAME_POLL_INTERVAL_MS: '20',
    ...overrides,
  }
}

/** Starts the real service in this process and waits until it is ready. */
export function startGameService(
  chain: TestChain,
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
  log: Logger = pino({ level: 'silent' }),
): Promise<RunningService> {
  const config = parseConfig(gameVariables(chain, databaseUrl, overrides))
  return startGame(config, log)
}

const PROGRAM = fileURLToPath(new URL('../bin/game.ts', import.meta.url))

/** Starts the real service as a process of its own, without waiting for anything. */
export function startGameProcess(
  chain: TestChain,
  databaseUrl: string,
  overrides: Readonly<Record<string, string>> = {},
): Child {
  return startChild({
    name: 'game',
    command: process.execPath,
    args: [PROGRAM],
    env: gameVariables(chain, databaseUrl, { GAME_LOG_LEVEL: 'silent', ...overrides }),
    withIpc: true,
  })
}

/** POST with a JSON body. The answer is one that the OpenAPI document knows. */
export async function post(game: RunningService, path: string, body: unknown): Promise<Response> {
  const answer = await fetch(`${game.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  // JSON-RPC is the node's, and not in the document.
  if (path !== '/rpc') await checkAnswer('post', path, answer)
  return answer
}

/** GET; the answer is one that the OpenAPI document knows. */
export async function get(
  game: RunningService,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(`${game.url}${path}`, { headers })
  await checkAnswer('get', path, answer)
  return answer
}
