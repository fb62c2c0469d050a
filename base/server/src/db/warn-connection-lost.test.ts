import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, inject, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { warnConnectionLost } from './warn-connection-lost.ts'

test('an idle connection that the server closes is one line of the log', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line) => lines.push(line) })
  const open = (onIdleError: () => void) =>
    openDatabase<object>({ url: inject('postgresUrl'), applicationName: 'test', onIdleError })
  const [db, administrator] = [open(warnConnectionLost(log)), open(() => undefined)]
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(administrator)
  await expect
    .poll(() => lines.map((line) => JSON.parse(line).msg))
    .toEqual(['database connection lost'])
  await Promise.all([db.destroy(), administrator.destroy()])
})
