/** Interaction that keeps toasts visible. */
export type Holder = 'pointer' | 'focus'

type Running = { ms: number; timer: ReturnType<typeof setTimeout> | undefined }

/** Calls `onEnd` for each toast when its time is up. Time stops while anything holds the toasts. */
export function createToastClock(onEnd: (id: number) => void) {
  const running = new Map<number, Running>()
  const holders = new Set<Holder>()

  const end = (id: number) => {
    clearTimeout(running.get(id)?.timer)
    running.delete(id)
    onEnd(id)
  }
  const start = (id: number, ms: number) => {
    clearTimeout(running.get(id)?.timer)
    const timer = holders.size > 0 ? undefined : setTimeout(() => end(id), ms)
    running.set(id, { ms, timer })
  }
  const restart = () => {
    for (const [id, { ms }] of [...running]) start(id, ms)
  }
  return {
    start,
    end,
    hold: (by: Holder) => {
      holders.add(by)
      restart()
    },
    /** Restarts the time of every toast when no holder is left. */
    release: (by: Holder) => {
      if (holders.delete(by)) restart()
    },
  }
}
