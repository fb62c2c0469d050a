import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreManifest } from '../swap-manifest.ts'
import { folderOf, libraryIn } from '../workspace.ts'

/** Run by `npm pack` in a library's folder, after it packed: leaves the folder as it was. */

const folder = folderOf(libraryIn(process.cwd()))
await restoreManifest(folder)
await rm(join(folder, 'dist'), { recursive: true, force: true })
for (const written of ['API.md', 'CHANGELOG.md']) await rm(join(folder, written), { force: true })
