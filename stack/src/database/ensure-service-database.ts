import { createHmac } from 'node:crypto'
import { allowConnections, ensureDatabase } from './ensure-database.ts'
import { withClient } from './with-client.ts'

const TIMEOUT_MS = 30_000

/**
 * Creates a service's database and its role, which owns this database and nothing else, unless they exist. Objects
 * that an older version created as the administrator become the role's.
 *
 * @param adminUrl - URL of the server's administrator; the role's password is derived from its password.
 * @returns The URL for the service.
 */
export async function ensureServiceDatabase(adminUrl: string, name: string): Promise<string> {
  const password = derivePassword(adminUrl, name)
  await runAs(adminUrl, [
    `DO $$ BEGIN CREATE ROLE ${name}; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
    `ALTER ROLE ${name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${password}'`,
  ])
  await ensureDatabase(adminUrl, name)
  // A rotation of the relayer's key that was killed leaves the journal closed.
  await allowConnections(adminUrl, [name])
  const database = new URL(adminUrl)
  database.pathname = `/${name}`
  await runAs(database.href, [
    `ALTER DATABASE ${name} OWNER TO ${name}`,
    `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
    transferObjects(name),
  ])
  database.username = name
  database.password = password
  return database.href
}

/** Hexadecimal, so that it needs no escaping. */
function derivePassword(adminUrl: string, name: string): string {
  const { password } = new URL(adminUrl)
  return createHmac('sha256', decodeURIComponent(password)).update(name).digest('hex')
}

/** REASSIGN OWNED cannot be used: the administrator also owns what the server itself needs. */
function transferObjects(owner: string): string {
  return `DO $$ DECLARE command text; BEGIN
    FOR command IN
      SELECT format('ALTER TABLE %s OWNER TO ${owner}', oid::regclass) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p', 'v', 'm')
      UNION ALL
      SELECT format('ALTER SEQUENCE %s OWNER TO ${owner}', c.oid::regclass) FROM pg_class c
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'S'
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype IN ('a', 'i'))
      UNION ALL
      SELECT format('ALTER ROUTINE %s OWNER TO ${owner}', oid::regprocedure) FROM pg_proc
        WHERE pronamespace = 'public'::regnamespace
      UNION ALL
      SELECT format('ALTER TYPE %s OWNER TO ${owner}', oid::regtype) FROM pg_type
        WHERE typnamespace = 'public'::regnamespace AND typtype IN ('e', 'd')
    LOOP EXECUTE command; END LOOP;
  END $$`
}

async function runAs(url: string, statements: readonly string[]): Promise<void> {
  await withClient(url, TIMEOUT_MS, async (client) => {
    for (const statement of statements) await client.query(statement)
  })
}
