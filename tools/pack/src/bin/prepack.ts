import { join } from 'node:path'
import { buildPackage } from '../build-package.ts'
import { restoreManifest, swapManifest } from '../swap-manifest.ts'
import { folderOf, libraryIn } from '../workspace.ts'

/** Run by `npm pack` in a library's folder, before it packs: compiles the library. */

const library = libraryIn(process.cwd())
const folder = folderOf(library)
await restoreManifest(folder)
await swapManifest(folder, await buildPackage(library, join(folder, 'dist')))
