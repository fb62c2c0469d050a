import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'

/** Below the ports that systems give to clients, so none of these is taken by chance. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 28_117)

/** Number of workers of the browser tests. Each has its own stack, and so its own chain and clock. */
export const workers = Number(process.env['E2E_WORKERS'] ?? 2)

/** Returns the port of a worker's stack. E2E_PORT moves all ports, to test two checkouts side by side. */
export function portOf(worker: number): number {
  return FIRST_PORT + worker
}

/** Returns the port of a worker's wallet kit page, whose origin is on the stack's allow-list. */
export function kitPortOf(worker: number): number {
  return FIRST_PORT + workers + worker
}

/** Returns the file in which a worker's stack writes how to reach its chain. */
export function stackFileOf(worker: number): string {
  return stackFileAt(portOf(worker))
}

/** Returns the file in which the stack at a port writes how to reach its chain: in this checkout, which is this user's. */
export function stackFileAt(port: number): string {
  return join(repositoryRoot, `artifacts/e2e-stacks/${port}.json`)
}

/** The worker that this process is. Playwright loads its configuration in each of them. */
export const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
