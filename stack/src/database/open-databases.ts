import type { WalArchive } from '../backup/wal-archive.ts'
import { hasOwnBundler } from '../bundler/start-bundler.ts'
import { hasRelay } from '../relay-variables.ts'
import type { StackSettings } from '../settings.ts'
import type { Start } from '../start.ts'
import { ensureFurtherDatabase, type FurtherService } from './ensure-further-database.ts'
import { ownDatabases } from './own-databases.ts'

/** URLs of the services' databases. */
export type Databases = { game: string } & Record<FurtherService, string>

/** The databases, and the archive of the bundled server's changes; null for none. */
export type OpenDatabases = { databases: Databases; archive: WalArchive | null }

/**
 * Creates the databases of all services: on the operator's server, or on one that is started here.
 *
 * @throws {StackError} when the server does not start or refuses.
 */
export async function openDatabases(start: Start): Promise<OpenDatabases> {
  const { settings, folder } = start
  const { databaseUrl } = settings
  const given = givenDatabases(settings)
  if (databaseUrl === null) {
    const { databases, archive } = await ownDatabases(start)
    return { databases: { ...databases, ...given }, archive }
  }
  const { embeddedWallet } = settings
  const services: FurtherService[] =
    embeddedWallet === 'off' ? ['wallet'] : ['wallet', 'custody', 'vault']
  if (embeddedWallet !== 'off' && hasOwnBundler(settings)) services.push('bundler')
  if (hasRelay(settings)) services.push('relay')
  const none = { wallet: '', custody: '', vault: '', bundler: '', relay: '' }
  const urls = { game: databaseUrl, ...none, ...given }
  const isNewChain = settings.chain.kind === 'local' && folder.manifest.market === null
  for (const service of services) {
    // The journal of another chain knows nonces that this one does not.
    const isEmptied = service === 'bundler' && isNewChain
    urls[service] ||= await ensureFurtherDatabase(databaseUrl, service, { isEmptied })
  }
  return { databases: urls, archive: null }
}

/** Databases that the operator named. */
function givenDatabases({ serviceEnv }: StackSettings): Partial<Databases> {
  const names = ['wallet', 'custody', 'vault', 'bundler', 'relay'] as const
  return Object.fromEntries(
    names.flatMap((name) => {
      const url = serviceEnv[`${name.toUpperCase()}_DATABASE_URL`]
      return url ? [[name, url]] : []
    }),
  )
}
