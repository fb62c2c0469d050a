import * as z from 'zod/mini'

/** GET /getAnalyticsConfig: whether the service counts events (R-ANALYTICS-2). */
export const AnalyticsConfig = z.object({ isAnalyticsEnabled: z.boolean() })
export type AnalyticsConfig = z.infer<typeof AnalyticsConfig>
