/** Options of the client of NATS. */
export type NatsServers = {
  servers: string[]
  ignoreClusterUpdates: true
  user?: string
  pass?: string
  tls?: object
}

/**
 * Returns options for a connection to the servers of a cluster. The client itself ignores the user and password of a URL, and that
 * `tls` forbids plain text.
 *
 * @param urls - The first URL with a user names the user of all servers.
 */
export function natsServers(urls: readonly string[]): NatsServers {
  const parsed = urls.map((url) => new URL(url))
  const login = parsed.find(({ username }) => username !== '')
  return {
    servers: parsed.map(({ host }) => host),
    // Servers announce all their addresses, also those of networks that need TLS.
    ignoreClusterUpdates: true,
    ...(login && {
      user: decodeURIComponent(login.username),
      pass: decodeURIComponent(login.password),
    }),
    ...(parsed.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  }
}
