import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repositoryRoot } from '../repository-root.ts'
import { query } from '../testing/query.ts'
import { ensureDatabase } from './ensure-database.ts'
import { ensureServiceDatabase } from './ensure-service-database.ts'
import { startTemporaryPostgres, type TemporaryPostgres } from './temporary-postgres.ts'

let server: TemporaryPostgres
beforeAll(async () => {
  server = await startTemporaryPostgres({ isDurable: false })
})
afterAll(() => server.stop())

/** Expects that the role of a service that was taken over can do no harm elsewhere. */
async function expectLimited(url: string, otherUrl: string, otherDatabase: string) {
  const [role] = await query(
    url,
    'SELECT rolsuper, rolcreatedb, rolcreaterole, rolreplication FROM pg_roles WHERE rolname = current_user',
  )
  expect(role).toEqual({
    rolsuper: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
  })
  const intruder = new URL(url)
  intruder.pathname = `/${otherDatabase}`
  await expect(query(intruder.href, 'SELECT 1')).rejects.toThrow('permission denied for database')
  await expect(query(url, 'SELECT rolpassword FROM pg_authid')).rejects.toThrow('permission denied')
  await expect(query(url, "COPY (SELECT 1) TO PROGRAM 'id'")).rejects.toThrow('permission denied')
  await query(otherUrl, 'CREATE TABLE secrets (id int)')
  await query(url, 'CREATE TABLE facts (id serial PRIMARY KEY); INSERT INTO facts DEFAULT VALUES')
}

describe('ensureServiceDatabase', () => {
  test('gives each service a role that owns its database and nothing else', async () => {
    const game = await ensureServiceDatabase(server.adminUrl, 'game')
    const wallet = await ensureServiceDatabase(server.adminUrl, 'wallet')
    await expectLimited(game, wallet, 'wallet')
    expect(await ensureServiceDatabase(server.adminUrl, 'game')).toBe(game)
    expect(await query(game, 'SELECT id FROM facts')).toEqual([{ id: 1 }])
  })

  test('opens a database that an interrupted rotation of a key left closed', async () => {
    const url = await ensureServiceDatabase(server.adminUrl, 'closed')
    await query(server.adminUrl, 'ALTER DATABASE closed ALLOW_CONNECTIONS false')
    await expect(query(url, 'SELECT 1')).rejects.toThrow('not currently accepting connections')
    expect(await ensureServiceDatabase(server.adminUrl, 'closed')).toBe(url)
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('hands over what an older version created as the administrator', async () => {
    await ensureDatabase(server.adminUrl, 'old')
    await query(
      server.databaseUrl('old'),
      `CREATE TYPE kind AS ENUM ('a');
       CREATE TABLE bets (id serial PRIMARY KEY, kind kind);
       INSERT INTO bets (kind) VALUES ('a');
       CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
       CREATE TRIGGER touched BEFORE INSERT ON bets FOR EACH ROW EXECUTE FUNCTION touch();`,
    )
    const url = await ensureServiceDatabase(server.adminUrl, 'old')
    await query(
      url,
      `INSERT INTO bets (kind) VALUES ('a');
       ALTER TABLE bets ADD COLUMN fee int;
       ALTER TYPE kind RENAME VALUE 'a' TO 'b';
       CREATE OR REPLACE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN OLD; END'`,
    )
    expect(await query(url, 'SELECT count(*)::int FROM bets')).toEqual([{ count: 2 }])
  })
})

test('compose.yaml gives each service such a role too', async () => {
  const own = await startTemporaryPostgres({ isDurable: false })
  try {
    await ensureDatabase(own.adminUrl, 'bullring')
    const compose = await readFile(join(repositoryRoot, 'compose.yaml'), 'utf8')
    const [, block = ''] =
      /service-databases:\n {4}content: \|\n((?: {6}.*\n|\n)+)/.exec(compose) ?? []
    const sql = block.replaceAll(/\$\{POSTGRES_(\w+)_PASSWORD[^}]*\}/g, 'secret$1')
    expect(sql).toContain('CREATE ROLE')
    for (const statement of sql.split(';'))
      if (statement.trim() !== '') await query(own.adminUrl, statement)
    const urlOf = (role: string, password: string, database: string) => {
      const url = new URL(own.databaseUrl(database))
      url.username = role
      url.password = password
      return url.href
    }
    const game = urlOf('game', 'secretGAME', 'bullring')
    const wallet = urlOf('wallet', 'secretWALLET', 'wallet')
    await expectLimited(game, wallet, 'wallet')
    const keeper = urlOf('bullring_keeper', 'secretKEEPER', 'bullring')
    await query(keeper, 'SELECT 1')
    await expect(query(keeper, 'SELECT FROM facts')).rejects.toThrow('permission denied')
  } finally {
    await own.stop()
  }
})
