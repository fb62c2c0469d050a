import * as z from 'zod/mini'

/** GET /appkit/v1/project-limits: whether a plan is used up (R-OPTIONS-6). This service has no plans. */
export const ProjectLimits = z.object({
  planLimits: z.object({
    tier: z.literal('none'),
    isAboveRpcLimit: z.literal(false),
    isAboveMauLimit: z.literal(false),
  }),
})
