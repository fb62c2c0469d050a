import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below the ports that systems lend to clients, so that none of these holds it by chance. */
const FIRST_PORT = Number(process.env['E2E_PORT'] ?? 28_117)

/** Workers of the browser tests; each has a stack, so a chain and a clock, of its own. */
export const workers = Number(process.env['E2E_WORKERS'] ?? 2)

/** Port of a worker's stack. E2E_PORT moves them, so that two checkouts can be tested side by side. */
export function portOf(worker: number): number {
  return FIRST_PORT + worker
}

/** Port of the wallet kit's example page in a worker: its origin is on the stack's allow-list. */
export function kitPortOf(worker: number): number {
  return FIRST_PORT + workers + worker
}

/** Where a worker's stack writes how to reach its chain. */
export function stackFileOf(worker: number): string {
  return join(tmpdir(), `bullring-e2e-stack-${portOf(worker)}.json`)
}

/** The worker that this process is; Playwright loads the configuration in each of them. */
export const worker = Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)
