import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { buildPackage } from '../build-package.ts'
import { packageChangelog } from '../package-changelog.ts'
import { restoreManifest, swapManifest } from '../swap-manifest.ts'
import { folderOf, libraryIn } from '../workspace.ts'

/**
 * Run by `npm pack` in a library's folder, before it packs: compiles the library, writes its API reference and its part of the
 * changelog.
 */

const library = libraryIn(process.cwd())
const folder = folderOf(library)
await restoreManifest(folder)
const { published, reference } = await buildPackage(library, join(folder, 'dist'))
await swapManifest(folder, published)
await writeFile(join(folder, 'API.md'), reference)
const changelog = await readFile(join(repositoryRoot, 'CHANGELOG.md'), 'utf8')
await writeFile(join(folder, 'CHANGELOG.md'), packageChangelog(changelog))
