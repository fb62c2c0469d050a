type On<Events> = <K extends keyof Events>(
  name: K,
  listener: (event: Events[K]) => void,
) => () => void

/** Waits for the next event of a client. */
export function nextEvent<Events, K extends keyof Events>(
  client: { on: On<Events> },
  name: K,
): Promise<Events[K]> {
  return new Promise((resolve) => {
    const stop = client.on(name, (event) => {
      stop()
      resolve(event)
    })
  })
}
