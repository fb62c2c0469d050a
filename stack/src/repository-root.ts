import { fileURLToPath } from 'node:url'

/** Folder of the checkout, with a slash at its end. */
export const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
