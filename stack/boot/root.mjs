import { fileURLToPath } from 'node:url'

/** The root of this repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))
