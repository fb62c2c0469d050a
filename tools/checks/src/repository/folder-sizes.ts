import { dirname } from 'node:path'
import { findSources } from './read-sources.ts'
import { SOURCE_FOLDERS } from './source-folders.ts'

/** Files that a reader takes in at one look. */
const MAX_FILES = 25

/** Returns the folders with more source files than a reader takes in at one look. Folders inside do not count. */
export async function folderSizes(): Promise<readonly string[]> {
  return largeFolders(await findSources([`${SOURCE_FOLDERS}/**/*.{css,sol,ts,tsx}`]))
}

/** Returns a sentence for each folder of `files` that is too large. */
export function largeFolders(files: readonly string[]): readonly string[] {
  return Object.entries(Object.groupBy(files, (file) => dirname(file)))
    .map(([folder, { length } = []]) => ({ folder, length: length ?? 0 }))
    .filter(({ length }) => length > MAX_FILES)
    .map(({ folder, length }) => `${folder} has ${length} files, more than ${MAX_FILES}`)
}
