import { fileURLToPath } from 'node:url'
import type { RunningService } from '@bullring/server/run-service'
import { createResponseCheck } from '@bullring/server/testing/response-check'
import { nodeOptionsOf } from '@bullring/stack/node-options'
import type { Child } from '@bullring/stack/processes/child'
import { startChild } from '@bullring/stack/processes/child'
import type { Logger } from 'pino'
import { pino } from 'pino'
import { startGame } from '../app/start-game.ts'
import { parseConfig } from '../config.ts'
import { gameDocument } from '../http/pages/game-document.ts'
import type { TestChain } from './chain/start-test-chain.ts'
import { TEST_CHAIN_ID } from './chain/start-test-chain.ts'
import { DOCUMENTED_OPERATIONS } from './documented-operations.ts'

const LIMITS = { requestsPerMinute: 1, streamsPerIp: 1 }
const checkResponse = createResponseCheck(gameDocument(DOCUMENTED_OPERATIONS, LIMITS))

type Variables = Readonly<Record<string, string>>

/** Returns the variables of a service for `chain`; `overrides` win. */
export function gameVariables(
  chain: TestChain,
  databaseUrl: string,
  overrides: Variables = {},
): Record<string, string> {
  return {
    PORT: '0',
    CHAIN_ID: `${TEST_CHAIN_ID}`,
    RPC_URL: chain.rpcUrl,
    MARKET_KIND: chain.kind,
    PREDICTION_ADDRESS: chain.market.prediction,
    START_BLOCK: `${chain.market.startBlock}`,
    DATABASE_URL: databaseUrl,
    GAME_POLL_INTERVAL_MS: '20',
    ...overrides,
  }
}

type ServiceOptions = {
  log?: Logger
  /** Time limit of one HTTP request to the node. */
  rpcTimeoutMs?: number
  /** Origin of a push service on this machine. */
  pushOrigin?: string
}

/** Starts the real service in this process and waits until it is ready. */
export async function startGameService(
  chain: TestChain,
  databaseUrl: string,
  overrides: Variables = {},
  { log = pino({ level: 'silent' }), rpcTimeoutMs, pushOrigin }: ServiceOptions = {},
): Promise<RunningService> {
  const config = parseConfig(gameVariables(chain, databaseUrl, overrides))
  const timeoutMs = rpcTimeoutMs ?? config.chain.timeoutMs
  const push =
    config.push === null || pushOrigin === undefined
      ? config.push
      : { ...config.push, origins: [pushOrigin] }
  return await startGame({ ...config, push, chain: { ...config.chain, timeoutMs } }, log)
}

const PROGRAMS = {
  game: fileURLToPath(new URL('../bin/game.ts', import.meta.url)),
  keeper: fileURLToPath(new URL('../bin/keeper.ts', import.meta.url)),
}

/** Starts the real service in a child process, without waiting until it is ready. */
export function startGameProcess(
  chain: TestChain,
  databaseUrl: string,
  overrides: Variables = {},
  program: keyof typeof PROGRAMS = 'game',
): Child {
  const env = gameVariables(chain, databaseUrl, { LOG_LEVEL: 'silent', ...overrides })
  return startChild({
    name: program,
    command: process.execPath,
    args: [...nodeOptionsOf('game', env), PROGRAMS[program]],
    env,
    withIpc: true,
  })
}

/** Posts a JSON body and checks the response against the OpenAPI document. */
export async function post(
  game: RunningService,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${game.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  await checkResponse('post', path, response)
  return response
}

/** Gets a path and checks the response against the OpenAPI document. */
export async function get(
  game: RunningService,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const response = await fetch(`${game.url}${path}`, { headers })
  await checkResponse('get', path, response)
  return response
}
