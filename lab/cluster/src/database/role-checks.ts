import { once } from 'node:events'
import { createServer } from 'node:http'
import { withClient } from '@bullring/stack/database/with-client'

/** Time limit of a check, below haproxy's. */
const TIMEOUT_MS = 2_500

export type RoleCheck = { port: number; close: () => Promise<void> }

/**
 * Answers whether the PostgreSQL server at `url` is the primary or a replica, with 200 or 503 for `/primary` and `/replica`:
 * the check that haproxy sends to Patroni on real hosts.
 */
export async function serveRoleCheck(url: string, port: number): Promise<RoleCheck> {
  const server = createServer(async (request, response) => {
    const role = await roleOf(url)
    response.writeHead(request.url === `/${role}` ? 200 : 503).end(role)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function roleOf(url: string): Promise<'primary' | 'replica' | 'unreachable'> {
  try {
    return await withClient(url, TIMEOUT_MS, async (client) => {
      const { rows } = await client.query<{ follows: boolean }>(
        'select pg_is_in_recovery() as follows',
      )
      return rows[0]?.follows ? 'replica' : 'primary'
    })
  } catch {
    return 'unreachable'
  }
}
