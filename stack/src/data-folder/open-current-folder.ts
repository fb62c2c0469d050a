import { contractsHash } from '../chain/contracts-hash.ts'
import type { Progress } from '../progress.ts'
import type { StackSettings } from '../settings.ts'
import { type DataFolder, openDataFolder, setDataAside } from './data-folder.ts'

/** Opens the data folder. A local chain whose contracts are not those of this version is set aside. */
export async function openCurrentFolder(
  settings: StackSettings,
  progress: Progress,
): Promise<DataFolder> {
  const { dataDir: path, chain, isFresh } = settings
  const roundSeconds = chain.kind === 'local' ? chain.roundSeconds : 0
  const options = { path, chainId: chain.id, roundSeconds, isFresh }
  const folder = await openDataFolder(options)
  const { market } = folder.manifest
  if (market === null || market.contractsHash === contractsHash()) return folder
  const aside = await setDataAside(path, new Date())
  progress.note(
    `the contracts have changed since this local chain began: starting a new chain with a new market. ${keptData(settings, aside)}`,
  )
  return await openDataFolder(options)
}

/** Says what happens to the data of a chain that is not continued. */
function keptData({ databaseUrl }: StackSettings, aside: string): string {
  return databaseUrl === null
    ? `The old chain and its database are kept in ${aside}; the new database is empty`
    : `The old chain is kept in ${aside}; your database is kept, and its index is rebuilt from the new chain`
}
