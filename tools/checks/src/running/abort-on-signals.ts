/** Returns a signal that aborts when this process receives a stop signal or its parent has exited. */
export function abortOnSignals(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const) {
    process.on(name, () => controller.abort())
  }
  return controller.signal
}
