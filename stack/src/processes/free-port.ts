import { once } from 'node:events'
import { createServer } from 'node:net'

/** Finds a free TCP port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string')
    throw new Error('The system did not assign a TCP port')
  return address.port
}

/**
 * Checks whether a port can be listened on.
 *
 * @returns The system's error code, such as "EADDRINUSE" or "EACCES"; null when the port is usable.
 */
export async function portProblem(host: string, port: number): Promise<string | null> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    server.close()
    await once(server, 'close')
    return null
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

/** Says what a code of `portProblem` means, after "Port 3000". */
export function portProblemText(problem: string): string {
  if (problem === 'EADDRINUSE') return 'is in use by another program'
  if (problem === 'ERR_SOCKET_BAD_PORT') return 'does not exist: 65535 is the highest'
  if (problem === 'EACCES') return 'requires more privileges than this user has'
  return `cannot be opened (${problem})`
}
