import * as z from 'zod/mini'
import { Problem } from './problem.ts'

/** GET /readyz: whether each component works, for load balancers and monitoring (R-API-18). */

const components = z.record(z.string(), z.enum(['up', 'down']))

/** The service can serve. With several markets, components of some of them may be down. */
export const Readiness = z.object({ status: z.literal('ready'), components })

/** Status 503: at least one component is down or its probe failed. */
export const Unreadiness = z.extend(Problem, { components: z.optional(components) })
