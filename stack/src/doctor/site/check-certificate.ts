import { once } from 'node:events'
import { connect } from 'node:tls'
import { broken, type Check, type Finding, on } from '../finding.ts'
import type { Reach } from './site-request.ts'

/** Certificates are renewed a month before they expire: renewal has failed by then. */
const LEAST_DAYS = 14
const DAY_MS = 86_400_000
const RENEWAL = 'certbot renew, or the log of Caddy'

/** Checks the certificate of each name as a browser does, and how long it is valid. */
export function checkCertificates(
  hosts: readonly string[],
  reach: Reach,
  now: () => number = Date.now,
): Check {
  return {
    capability: 'TLS',
    run: (signal) => Promise.all(hosts.map((host) => checkCertificate(host, reach, now, signal))),
  }
}

async function checkCertificate(
  host: string,
  { address, port, authority }: Reach,
  now: () => number,
  signal: AbortSignal,
): Promise<Finding> {
  const capability = `TLS of ${host}`
  const socket = connect({
    host: address ?? host,
    port,
    servername: host,
    // Reported below, with the date.
    rejectUnauthorized: false,
    ...(authority !== null && { ca: authority }),
  })
  const end = () => socket.destroy()
  signal.addEventListener('abort', end, { once: true })
  try {
    await once(socket, 'secureConnect', { signal })
    const { valid_to: until } = socket.getPeerCertificate()
    const days = Math.floor((Date.parse(until) - now()) / DAY_MS)
    const { authorizationError: problem } = socket
    if (problem) return broken(capability, `browsers refuse the certificate: ${problem}`, RENEWAL)
    const text = `valid for ${days} more days`
    return days < LEAST_DAYS ? broken(capability, text, RENEWAL) : on(capability, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return broken(capability, `no connection to port ${port} (${code})`, 'the sites of the proxy')
  } finally {
    signal.removeEventListener('abort', end)
    socket.destroy()
  }
}
