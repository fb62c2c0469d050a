import { once } from 'node:events'
import { createServer } from 'node:net'

/** A TCP port of 127.0.0.1 nobody listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No TCP port was given')
  return address.port
}

/**
 * Why a port cannot be listened on, or null when it can.
 *
 * @returns the system's error code, such as "EADDRINUSE" or "EACCES".
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
