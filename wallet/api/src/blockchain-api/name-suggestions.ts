import * as z from 'zod/mini'

/** GET /v1/profile/suggestions/{label}: free names that resemble a label (R-NAMES-2). */

/** Query of the request. */
export const NameSuggestionsQuery = z.object({
  /** Ignored: labels are the same in every zone, and other wallet kits always name their own. */
  zone: z.optional(z.string().check(z.maxLength(253))),
})

/** Names are labels, without the zone. */
export const NameSuggestions = z.object({
  suggestions: z.array(z.object({ name: z.string(), registered: z.boolean() })),
})
export type NameSuggestions = z.infer<typeof NameSuggestions>
