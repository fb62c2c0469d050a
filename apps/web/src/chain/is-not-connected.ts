/** wagmi does not export the class of this error: its name has to do. */
const NOT_CONNECTED = 'ConnectorNotConnectedError'

/** True when a call failed because no wallet is connected (any more). */
export function isNotConnected(error: unknown): boolean {
  return error instanceof Error && error.name === NOT_CONNECTED
}
