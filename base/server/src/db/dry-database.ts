import {
  DummyDriver,
  Kysely,
  type LogEvent,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'

/**
 * Opens a database without a server: it compiles statements for PostgreSQL, and each returns no rows.
 *
 * @param log - Called with each statement.
 */
export function openDryDatabase<tables>(log: (event: LogEvent) => void): Kysely<tables> {
  return new Kysely<tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log,
  })
}
