import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { test } from '@playwright/test'

/**
 * The stacks of a run. Each belongs to the Playwright project of its name, whose tests share one chain and run one after
 * another; `wallets` also to `frames`. `wallets` has everything that wallets need; `ordinary` is for a second browser.
 */
const STACK_NAMES = ['game', 'wallets', 'ordinary'] as const

export type StackName = (typeof STACK_NAMES)[number]

/** Below the ports that systems give to clients, so none of these is taken by chance. E2E_PORT moves all of them. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 28_117)

/** Returns the port of a stack's game. */
export function portOf(stack: StackName): number {
  return FIRST_PORT + STACK_NAMES.indexOf(stack)
}

/** Returns the port of a stack's wallet kit page, whose origin is on the stack's allow-list. */
export function kitPortOf(stack: StackName): number {
  return FIRST_PORT + STACK_NAMES.length + STACK_NAMES.indexOf(stack)
}

/** Port of the relay of `wallets`, which only the tests of the phone start. */
export const RELAY_PORT = FIRST_PORT + 2 * STACK_NAMES.length

/** Port of a stack that a test starts for itself. */
export const OWN_STACK_PORT = RELAY_PORT + 1

/** Port of the exchange that the stack `game` asks for prices. It responds in tests that start one. */
export const TICKER_PORT = OWN_STACK_PORT + 1

/** Returns the file in which the stack at a port describes itself: in this checkout, which is this user's. */
export function stackFileAt(port: number): string {
  return join(repositoryRoot, `artifacts/e2e-stacks/${port}.json`)
}

/** Opens the operator's page of every stack. */
export const OPERATOR_TOKEN = 'token-of-the-operator-in-browser-tests'

/** Returns the variables of the stack at a port, whatever it serves. */
export function stackVariables(port: number): Record<string, string> {
  return {
    PORT: `${port}`,
    TEST_STACK_FILE: stackFileAt(port),
    // Long enough that a slow machine does not miss a round. The tests move time themselves.
    ROUND_SECONDS: '600',
    OPERATOR_TOKEN,
    METRICS_TOKEN: 'token-of-metrics-in-browser-tests',
    // The chain's blocks take a second: shorter polls would only take time from the tests.
    GAME_POLL_INTERVAL_MS: '1000',
  }
}

/** Playwright project of the wallet's frame. Its tests use the stack `wallets`, but none of its rounds, or start another one. */
export const FRAMES = 'frames'

/** Returns the stack of the running test. */
export function currentStack(): StackName {
  return stackOf(test.info().project.name)
}

/** Returns the stack of a Playwright project. */
export function stackOf(project: string): StackName {
  if (project === FRAMES) return 'wallets'
  const stack = STACK_NAMES.find((each) => each === project)
  if (stack === undefined) throw new Error(`There is no stack for the project ${project}`)
  return stack
}
