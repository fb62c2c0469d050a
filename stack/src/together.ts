/** Waits for two steps that run side by side. A failure is thrown once neither runs: what they started can be stopped then. */
export async function together<One, Other>(
  one: Promise<One>,
  other: Promise<Other>,
): Promise<[One, Other]> {
  await Promise.allSettled([one, other])
  return await Promise.all([one, other])
}
