/**
 * Returns `read` so that a call shares a run that starts after it: its result is never older than the call, and
 * concurrent calls cost two runs at most.
 */
export function shareNext<value>(read: () => Promise<value>): () => Promise<value> {
  let running: Promise<value> | null = null
  let next: Promise<value> | null = null
  const start = () => {
    const run = read().finally(() => {
      if (running === run) running = null
    })
    running = run
    return run
  }
  return () => {
    if (running === null) return start()
    const ended = running.then(
      () => undefined,
      () => undefined,
    )
    next ??= ended.then(() => {
      next = null
      return start()
    })
    return next
  }
}
