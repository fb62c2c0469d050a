/**
 * Loses the response to the next request for a path: the service has handled it, and `onHandled` runs before the
 * caller sees a broken connection.
 *
 * @returns Ends it.
 */
export function loseResponse(path: string, onHandled: () => Promise<void>): Disposable {
  const { fetch } = globalThis
  globalThis.fetch = async (input, init) => {
    const response = await fetch(input, init)
    if (new URL(String(input)).pathname !== path) return response
    await response.arrayBuffer()
    await onHandled()
    throw new TypeError('fetch failed')
  }
  return {
    [Symbol.dispose]: () => {
      globalThis.fetch = fetch
    },
  }
}
