/** Returns `task` so that a call starts when the earlier ones have ended. It must not throw. */
export function oneAtATime(task: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.then(task)
    return last
  }
}
