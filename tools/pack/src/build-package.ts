import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { apiReference } from './api-reference.ts'
import { emitModules } from './emit-modules.ts'
import { emitTypes } from './emit-types.ts'
import { type PublishedManifest, publishedManifest } from './published-manifest.ts'
import { INCLUDED, type Library, readManifest } from './workspace.ts'

/**
 * Compiles a library into a folder: ES modules, style sheets and types.
 *
 * @returns Its package.json, and its API reference in Markdown.
 * @throws {PackError}
 */
export async function buildPackage(
  library: Library,
  outDir: string,
): Promise<{ published: PublishedManifest; reference: string }> {
  const manifest = readManifest(library)
  await rm(outDir, { recursive: true, force: true })
  await mkdir(outDir, { recursive: true })
  const declarations = await emitTypes(library, manifest)
  for (const [path, text] of declarations.files) {
    await mkdir(dirname(join(outDir, path)), { recursive: true })
    await writeFile(join(outDir, path), text)
  }
  const imported = await emitModules(library, manifest, outDir)
  const included = INCLUDED.map(readManifest)
  return {
    published: publishedManifest(manifest, imported, included, declarations.entries),
    reference: apiReference(manifest.name, declarations),
  }
}
