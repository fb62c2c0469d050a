import * as z from 'zod/mini'

/** GET /getAnalyticsConfig: whether this place counts events at all. Spec, section 7. */
export const AnalyticsConfig = z.object({ isAnalyticsEnabled: z.boolean() })
/** @see AnalyticsConfig */
export type AnalyticsConfig = z.infer<typeof AnalyticsConfig>
