import * as z from 'zod/mini'

/** GET /v1/profile/suggestions/{label}: free names that resemble a label (R-NAMES-2). */

/** Query of the request. */
export const NameSuggestionsQuery = z.object({
  /** Zone of the names; other wallet kits always name their own. In a zone that is not served, every name is taken. */
  zone: z.optional(z.string().check(z.maxLength(253))),
})

/** Names are labels, without the zone. */
export const NameSuggestions = z.object({
  suggestions: z.array(z.object({ name: z.string(), registered: z.boolean() })),
})
export type NameSuggestions = z.infer<typeof NameSuggestions>
