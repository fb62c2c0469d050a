import { productManifests } from '@bullring/checks/product-manifests'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { writeTables } from '../service-tables.ts'

/** Writes the tables of the version that this checkout has. */
const { version } = await productManifests(repositoryRoot)
await writeTables(repositoryRoot, version)
