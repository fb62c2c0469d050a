import { contractsHash } from '../chain/contracts-hash.ts'
import type { Progress } from '../progress.ts'
import type { StackSettings } from '../settings.ts'
import {
  type DataFolder,
  type Manifest,
  openDataFolder,
  setDataAside,
  TABLES,
} from './data-folder.ts'

/**
 * Opens the data folder. A local chain whose contracts are not those of this version is set aside, and so is a database here
 * that is from before the first release.
 */
export async function openCurrentFolder(
  settings: StackSettings,
  progress: Progress,
): Promise<DataFolder> {
  const { dataDir: path, chain, isFresh } = settings
  const roundSeconds = chain.kind === 'local' ? chain.roundSeconds : 0
  const options = { path, chainId: chain.id, roundSeconds, isFresh }
  const folder = await openDataFolder(options)
  const reason = reasonToSetAside(folder.manifest, settings)
  if (reason === null) return folder
  const aside = await setDataAside(path, new Date())
  progress.note(`${reason}. ${keptData(settings, aside)}`)
  return await openDataFolder(options)
}

/** Says why the data cannot be continued; null if it can. */
function reasonToSetAside(
  { market, tables }: Manifest,
  { databaseUrl, chain }: StackSettings,
): string | null {
  const next = chain.kind === 'local' ? 'a new chain with a new market' : 'with an empty database'
  if (databaseUrl === null && tables !== TABLES) {
    return `the database here is of a version before the first release: starting ${next}`
  }
  if (market === null || market.contractsHash === contractsHash()) return null
  return `the contracts have changed since this local chain began: starting ${next}`
}

/** Says what happens to the data that is not continued. */
function keptData({ databaseUrl, chain }: StackSettings, aside: string): string {
  if (chain.kind !== 'local') {
    return `The old database, and the keys of the embedded wallet, are kept in ${aside}`
  }
  return databaseUrl === null
    ? `The old chain and its database are kept in ${aside}; the new database is empty`
    : `The old chain is kept in ${aside}; your database is kept, and its index is rebuilt from the new chain`
}
