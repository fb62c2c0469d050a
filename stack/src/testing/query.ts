import { withClient } from '../database/with-client.ts'

const TIMEOUT_MS = 60_000

/** Runs a statement in a separate connection. Returns its rows. */
export function query(url: string, text: string, values?: unknown[]): Promise<unknown[]> {
  return withClient(url, TIMEOUT_MS, async (client) => (await client.query(text, values)).rows)
}
