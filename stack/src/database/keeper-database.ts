import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { withClient } from './with-client.ts'

/** Role to which the game service grants what a keeper needs. */
const ROLE = 'bullring_keeper'
const USUAL_PORT = 4002
const FORMAT = new RegExp(`^postgres://${ROLE}:[0-9a-f]{32,}@127\\.0\\.0\\.1:[1-9]\\d{2,4}/game$`)

/** Setting of `npm start`. */
export const KEEPER_DATABASE_URL = {
  kind: z
    .string()
    .regex(
      FORMAT,
      `must be postgres://${ROLE}:PASSWORD@127.0.0.1:PORT/game, with a password in hex`,
    )
    .transform((text) => new URL(text))
    .optional(),
  text: 'lets a keeper in a separate process into the bundled PostgreSQL, to [send winnings](going-live.md#5-run-it-as-a-service): its `DATABASE_URL`. `npm run setup` makes it; the server then listens on this port',
  isSecret: true,
} as const

const TIMEOUT_MS = 10_000

/** Creates the keeper's role, which may do nothing yet: the game service grants the rest. Another password replaces the one before. */
export async function ensureKeeperRole(
  adminUrl: string,
  { username, password, pathname }: URL,
): Promise<void> {
  const database = pathname.slice(1)
  await withClient(adminUrl, TIMEOUT_MS, async (client) => {
    await client.query(
      `DO $$ BEGIN CREATE ROLE ${username}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    )
    await client.query(`ALTER ROLE ${username} LOGIN PASSWORD '${password}'`)
    await client.query(`GRANT CONNECT ON DATABASE ${database} TO ${username}`)
  })
}

/** Makes a URL for a new installation. */
export function newKeeperUrl(): string {
  return withNewPassword(`postgres://${ROLE}@127.0.0.1:${USUAL_PORT}/game`)
}

/** Returns a keeper's URL with another password. */
export function withNewPassword(keeperUrl: string): string {
  const url = new URL(keeperUrl)
  url.password = randomBytes(24).toString('hex')
  return url.href
}
