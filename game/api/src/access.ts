import * as z from 'zod/mini'

/** GET /api/access: whether the visitor may bet under the country rules of the operator. */
export const AccessResponse = z.object({
  betting: z.enum(['allowed', 'refused']),
})
