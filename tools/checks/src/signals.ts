/** A signal that aborts when this process is asked to end, or its parent is gone. */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(name, () => controller.abort())
  }
  return controller.signal
}
