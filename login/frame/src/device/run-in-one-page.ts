/**
 * Runs `task` unless another page of this browser runs the one of the same name; waits for that page then.
 *
 * @returns The result, or nothing if another page has run it.
 */
export async function runInOnePage<result>(
  name: string,
  task: () => Promise<result>,
): Promise<{ result: result } | undefined> {
  const run = async () => ({ result: await task() })
  const locks = await usableLocks()
  if (locks === undefined) return await run()
  const outcome = await locks.request(name, { ifAvailable: true }, (lock) =>
    lock === null ? undefined : run(),
  )
  if (outcome === undefined) await locks.request(name, () => undefined)
  return outcome
}

/** Old browsers have no locks, and browsers that block storage refuse them: there, pages share nothing anyway. */
async function usableLocks(): Promise<LockManager | undefined> {
  try {
    const locks: LockManager | null | undefined = navigator.locks
    await locks?.query()
    return locks ?? undefined
  } catch {
    return undefined
  }
}
