import { randomBytes } from 'node:crypto'
import { request } from 'node:https'
import type { Duplex } from 'node:stream'
import { broken, type Check, on } from '../finding.ts'
import type { Reach } from './site-request.ts'

const CAPABILITY = 'relay'
const OPENED = 101
/** Refused without a client's token, by the relay itself. */
const UNAUTHORIZED = 401

/** Checks that WebSockets reach the relay through the proxy. */
export function checkRelay(host: string, reach: Reach): Check {
  return {
    capability: CAPABILITY,
    run: async (signal) => {
      const status = await statusOfHandshake(host, reach, signal)
      if (status === OPENED || status === UNAUTHORIZED)
        return [on(CAPABILITY, 'WebSockets reach it')]
      const why = `a WebSocket to /relay gets ${status}: the proxy does not pass it on, or the relay is down`
      return [broken(CAPABILITY, why, 'the sites of the proxy')]
    },
  }
}

async function statusOfHandshake(
  host: string,
  { address, port, authority }: Reach,
  signal: AbortSignal,
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const attempt = request({
    host: address ?? host,
    port,
    path: '/relay',
    servername: host,
    agent: false,
    signal,
    headers: {
      host,
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': randomBytes(16).toString('base64'),
    },
    ...(authority !== null && { ca: authority }),
  })
  attempt.on('upgrade', (response, socket: Duplex) => {
    socket.destroy()
    resolve(response.statusCode ?? 0)
  })
  attempt.on('response', (response) => {
    response.destroy()
    resolve(response.statusCode ?? 0)
  })
  attempt.on('error', reject)
  attempt.end()
  return await promise
}
