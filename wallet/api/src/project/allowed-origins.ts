import * as z from 'zod/mini'

/** GET /projects/v1/origins: origins whose pages may use the project. An empty list means any (R-OPTIONS-6). */
export const AllowedOrigins = z.object({ allowedOrigins: z.array(z.string()) })
