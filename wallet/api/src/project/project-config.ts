import * as z from 'zod/mini'

/** GET /appkit/v1/config: what kits of version 1.8 may offer (R-OPTIONS-6). */

/**
 * A feature of the kit. With `config` null, the options of the app decide. A feature that is not listed, or not
 * enabled, is off.
 */
export const ProjectFeature = z.object({
  id: z.enum([
    'social_login',
    'swap',
    'onramp',
    'activity',
    'reown_branding',
    'reown_authentication',
    'headless',
  ]),
  isEnabled: z.boolean(),
  config: z.nullable(z.array(z.string())),
})
export type ProjectFeature = z.infer<typeof ProjectFeature>

/** The response. */
export const ProjectConfig = z.object({ features: z.array(ProjectFeature) })
