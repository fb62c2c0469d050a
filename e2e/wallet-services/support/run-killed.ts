import { inject } from 'vitest'
import { holdTable } from './hold-table.ts'
import { afterResponse, loseResponse } from './lose-response.ts'
import type { WalletServices } from './wallet-services.ts'

/**
 * Point at which a service is killed: while it needs a table, perhaps only once a response has arrived, or after its work
 * and before its response arrives.
 */
export type Cut = { service: 'custody' | 'vault' } & (
  | { table: string; after?: string }
  | { path: string }
)

/** Returns the cuts of this run. Each restarts a service. `rarely`, close to other cuts, runs with TEST_DEEP=1 only. */
export function selectedCuts<cut extends Cut>(often: readonly cut[], rarely: readonly cut[]) {
  const cuts = inject('isDeep') ? [...often, ...rarely] : often
  return cuts.map((cut) => ({ ...cut, when: nameOf(cut) }))
}

function nameOf(cut: Cut): string {
  if ('path' in cut) return `after it has handled ${cut.path}`
  return cut.after === undefined
    ? `while it needs ${cut.table}`
    : `while it needs ${cut.table} after ${cut.after}`
}

/** Runs `task`, and kills a service in the middle. Returns whether the task noticed. */
export async function runKilled(
  services: WalletServices,
  cut: Cut,
  task: () => Promise<unknown>,
): Promise<'done' | 'broken off'> {
  const run = () =>
    task().then(
      () => 'done' as const,
      () => 'broken off' as const,
    )
  const { database, kill } = services[cut.service]
  if ('path' in cut) {
    using _ = loseResponse(cut.path, kill)
    return await run()
  }
  const hold = () => holdTable(database.db as never, cut.table as never)
  const { promise: held, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof hold>>>()
  using _ =
    cut.after === undefined
      ? undefined
      : afterResponse(cut.after, async () => resolve(await hold()))
  if (cut.after === undefined) resolve(await hold())
  const outcome = run()
  const table = await held
  await table.untilWaiting(1)
  await kill()
  await table.release()
  return await outcome
}
