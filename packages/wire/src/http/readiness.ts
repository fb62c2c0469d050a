import * as z from 'zod/mini'
import { Problem } from './problem.ts'

/** GET /readyz: whether each part of the service works, for load balancers and monitoring. */

const components = z.record(z.string(), z.enum(['up', 'down']))

/** Every part works. */
export const Readiness = z.object({ status: z.literal('ready'), components })

/** Answered with 503: one part at least is down, or could not be asked. */
export const Unreadiness = z.extend(Problem, { components: z.optional(components) })
