import { productBuild } from '@bullring/server/product-build'
import { readArtifact } from './artifact.ts'

/** Returns the origin of a contract's code: the compiler's version, and the commit of the product if it is known. */
export function buildIdentity(name: string): { compiler: string; commit: string | null } {
  return { compiler: readArtifact(name).compiler, commit: productBuild().commit }
}
