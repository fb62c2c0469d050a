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
