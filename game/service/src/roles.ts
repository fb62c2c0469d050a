import * as z from 'zod'

/**
 * Tasks of a process: `index` follows the chain (one process leads, others stand by), `keeper` settles strikes, `api`
 * serves pages and API, `stream` live events.
 */
export const ROLES = ['index', 'keeper', 'api', 'stream'] as const
/** @see ROLES */
export type Role = (typeof ROLES)[number]

const ANY_OF = `must list roles of ${ROLES.join(', ')}, comma-separated`

/** GAME_ROLES: at least one. */
export const RoleList = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(ROLES, ANY_OF), ANY_OF))
  .transform((roles): ReadonlySet<Role> => new Set(roles))
