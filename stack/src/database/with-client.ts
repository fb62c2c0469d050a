import pg from 'pg'

/**
 * Runs `act` with a separate connection, which is closed afterwards.
 *
 * @param timeoutMs - Longest wait for the connection, and for each query.
 */
export async function withClient<result>(
  url: string,
  timeoutMs: number,
  act: (client: pg.Client) => Promise<result>,
): Promise<result> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  })
  // Without a listener, a connection that breaks between two queries would end the process. The next query fails anyway.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await act(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
