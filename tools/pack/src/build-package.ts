import { mkdir, rm } from 'node:fs/promises'
import { emitModules } from './emit-modules.ts'
import { type Declaration, emitTypes } from './emit-types.ts'
import { type PublishedManifest, publishedManifest } from './published-manifest.ts'
import { INCLUDED, type Library, readManifest } from './workspace.ts'

/** A compiled library: its package.json and the declarations of its entry points. */
export type BuiltPackage = {
  manifest: PublishedManifest
  declarations: ReadonlyMap<string, Declaration>
}

/**
 * Compiles a library into a folder: ES modules, style sheets and types.
 *
 * @throws {PackError}
 */
export async function buildPackage(library: Library, outDir: string): Promise<BuiltPackage> {
  const manifest = await readManifest(library)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const declarations = await emitTypes(library, manifest, outDir)
  const imported = await emitModules(library, manifest, outDir)
  const included = await Promise.all(INCLUDED.map(readManifest))
  return { manifest: publishedManifest(manifest, imported, included, declarations), declarations }
}
