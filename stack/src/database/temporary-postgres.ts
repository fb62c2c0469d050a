import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Postgres, type PostgresOptions, startPostgres } from './postgres.ts'

/** A server whose files are removed when it stops. */
export type TemporaryPostgres = Postgres & {
  /** Stops the server and removes its files. */
  stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL server in a temporary folder, for tests and benchmarks.
 *
 * @throws What `startPostgres` throws, after removing the folder.
 */
export async function startTemporaryPostgres(
  options: Pick<PostgresOptions, 'isDurable' | 'programsFolder'>,
): Promise<TemporaryPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'bullring-postgres-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    // The server may run as another user, who must be able to enter.
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
