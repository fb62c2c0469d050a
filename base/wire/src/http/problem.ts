import * as z from 'zod/mini'

/** Every error response (R-API-16): RFC 9457 problem details, a stable `code` and, for 422, the invalid fields. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  /** `<area>.<reason>`, a row of docs/errors.md. */
  code: z.string(),
  errors: z.optional(z.array(z.object({ field: z.string(), reason: z.string() }))),
  /** Stable name of why another service, or a contract, refused a request. */
  reason: z.optional(z.string()),
  /** Reason that a name cannot be registered, for the visitor (R-NAMES-7). */
  reasons: z.optional(z.array(z.object({ name: z.string(), description: z.string() }))),
})
export type Problem = z.infer<typeof Problem>
