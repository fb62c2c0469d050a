/**
 * Loses the response to the next request for a path: the service has handled it, and `onHandled` runs before the
 * caller sees a broken connection.
 *
 * @returns Ends it.
 */
export function loseResponse(path: string, onHandled: () => Promise<void>): Disposable {
  return afterResponse(path, async () => {
    await onHandled()
    throw new TypeError('fetch failed')
  })
}

/**
 * Runs `onHandled` after a service has handled a request for a path, before the caller sees the response.
 *
 * @returns Ends it.
 */
export function afterResponse(path: string, onHandled: () => Promise<void>): Disposable {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (new URL(String(input)).pathname !== path) return response
    const body = await response.arrayBuffer()
    await onHandled()
    return new Response(body, response)
  }
  return {
    [Symbol.dispose]: () => {
      globalThis.fetch = fetch
    },
  }
}
