import { ensureDatabase } from '@bullring/stack/database/ensure-database'
import { startTemporaryPostgres } from '@bullring/stack/database/temporary-postgres'

/** Databases on a dedicated server with production durability settings. */
export type BenchDatabases = {
  /** Of the server. */
  pid: number
  create: (name: string) => Promise<string>
  stop: () => Promise<void>
}

export async function startBenchDatabases(): Promise<BenchDatabases> {
  const server = await startTemporaryPostgres({ isDurable: true })
  return {
    pid: server.child.pid,
    create: async (name) => {
      await ensureDatabase(server.adminUrl, name)
      return server.databaseUrl(name)
    },
    stop: server.stop,
  }
}
