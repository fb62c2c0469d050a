/**
 * Runs `task` for each item in order, also after one has failed.
 *
 * @throws The first failure, after all of them.
 */
export async function runEach<item>(
  items: readonly item[],
  task: (item: item) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await task(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Runs `read` for all items at once, and `act` with the results of those for which it succeeded.
 *
 * @throws The first failure, after `act`.
 */
export async function readEach<item, result>(
  items: readonly item[],
  read: (item: item) => Promise<result>,
  act: (results: readonly result[]) => Promise<void>,
): Promise<void> {
  const outcomes = await Promise.allSettled(items.map(read))
  await act(outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
