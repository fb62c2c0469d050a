import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreManifest } from '../swap-manifest.ts'
import { folderOf, libraryIn } from '../workspace.ts'

/** Run by `npm pack` in a library's folder, after it packed: leaves the folder as it was. */

const library = libraryIn(process.cwd())
await restoreManifest(library)
await rm(join(folderOf(library), 'dist'), { recursive: true, force: true })
