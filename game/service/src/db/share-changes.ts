/** Calls `onChange` with the position of each change, or null when changes may have been missed, until `signal` aborts. */
export type ListenForChanges = (
  onChange: (position: number | null) => void,
  signal: AbortSignal,
) => Promise<void>

/** Shares one connection that listens among all followers of a market in this process, while there are any. */
export function shareChanges(listen: ListenForChanges): ListenForChanges {
  const followers = new Set<(position: number | null) => void>()
  let ending = new AbortController()
  let listening: Promise<void> = Promise.resolve()

  const start = () => {
    ending = new AbortController()
    const onChange = (position: number | null) => {
      for (const follow of followers) follow(position)
    }
    listening = listen(onChange, ending.signal)
  }
  return async (onChange, signal) => {
    if (signal.aborted) return
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    signal.addEventListener('abort', () => leave(), { once: true })
    followers.add(onChange)
    if (followers.size === 1) start()
    else onChange(null)
    const mine = listening
    await Promise.race([left, mine])
    followers.delete(onChange)
    if (followers.size > 0) return
    ending.abort()
    await mine
  }
}
