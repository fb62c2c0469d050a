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

/** Items that are read at once: a node that needs a tenth of a second for each replies within the limit of a request. */
const GROUP = 16

/**
 * Runs `read` for a group of items at once, and `act` with the results of those for which it succeeded, before the next
 * group: a slow item holds up its group only.
 *
 * @throws The first failure, after all groups.
 */
export async function readEach<item, result>(
  items: readonly item[],
  read: (item: item) => Promise<result>,
  act: (results: readonly result[]) => Promise<void>,
): Promise<void> {
  const groups = Array.from({ length: Math.ceil(items.length / GROUP) }, (_, index) =>
    items.slice(index * GROUP, (index + 1) * GROUP),
  )
  await runEach(groups, async (group) => {
    const outcomes = await Promise.allSettled(group.map(read))
    await act(
      outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : [])),
    )
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (failed !== undefined) throw failed.reason
  })
}
