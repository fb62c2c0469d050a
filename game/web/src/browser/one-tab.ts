/** Runs `task` while no other tab runs one of the same name; where the browser has no locks, at once. */
export async function inOneTab<T>(name: string, task: () => T | Promise<T>): Promise<T> {
  // Absent on pages that are not served securely.
  const locks: LockManager | null | undefined = navigator.locks
  return locks == null ? task() : ((await locks.request(name, async () => task())) as T)
}
