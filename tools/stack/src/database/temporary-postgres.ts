import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'

/** A server that leaves nothing behind. */
export type TemporaryPostgres = Postgres & {
  /** Ends the server and removes its files. */
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL server with a new folder of its own, for tests and benches.
 *
 * @throws what `startPostgres` throws; its files are gone then.
 */
export async function startTemporaryPostgres(
  options: Pick<PostgresOptions, 'isDurable' | 'programsFolder'>,
): Promise<TemporaryPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-postgres-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // The server may run as another user, who must get through.
    await chmod(folder, 0o711)
    const postgres = await startPostgres({
      ...options,
      folder: join(folder, 'postgres'),
      password: 'test',
    })
    const stop = async () => {
      await postgres.child.stop()
      await remove()
    }
    return { ...postgres, stop }
  } catch (error) {
    await remove()
    throw error
  }
}
