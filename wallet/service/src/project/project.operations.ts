import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { AllowedOrigins } from '@bullring/wallet-api/project/allowed-origins'
import { ProjectConfig, type ProjectFeature } from '@bullring/wallet-api/project/project-config'
import { ProjectLimits } from '@bullring/wallet-api/project/project-limits'
import { KEY_ERRORS } from '../http/documented-errors.ts'

export type ProjectDeps = {
  /** Whether any chain has a history. */
  hasHistory: boolean
  /** Whether swaps have a router on any chain. */
  hasSwaps: boolean
}

/** Requests of kits of version 1.8 at their start: GET /appkit/v1/config, /appkit/v1/project-limits, /projects/v1/origins. */
export function projectOperations(deps: ProjectDeps): readonly Operation[] {
  const shared = { method: 'get', errors: KEY_ERRORS, security: ['projectId'] } as const
  return [
    defineOperation({
      ...shared,
      path: '/appkit/v1/config',
      summary: 'Features that a kit may offer',
      response: ProjectConfig,
      handler: () => ({ features: featuresOf(deps) }),
    }),
    defineOperation({
      ...shared,
      path: '/appkit/v1/project-limits',
      summary: 'Whether a plan is used up: there are no plans',
      response: ProjectLimits,
      handler: () => ({
        planLimits: { tier: 'none', isAboveRpcLimit: false, isAboveMauLimit: false } as const,
      }),
    }),
    defineOperation({
      ...shared,
      path: '/projects/v1/origins',
      summary: 'Origins whose pages may use the project: names that of the caller only',
      response: AllowedOrigins,
      // Other pages were refused before, and a page need not know which others are allowed.
      handler: (_, c) => {
        const origin = c.req.header('origin')
        return { allowedOrigins: origin === undefined ? [] : [origin] }
      },
    }),
  ]
}

/** Returns the features. There are no plans: the app's options decide which ones it uses. */
function featuresOf({ hasHistory, hasSwaps }: ProjectDeps): ProjectFeature[] {
  return [
    forTheApp('social_login'),
    hasSwaps ? forTheApp('swap') : off('swap'),
    hasHistory ? forTheApp('activity') : off('activity'),
    // These kits would open the shop of their maker's provider, not one of this service.
    off('onramp'),
    forTheApp('reown_branding'),
    forTheApp('reown_authentication'),
    // Kits have no option of the app for it: off would refuse apps without the modal.
    { id: 'headless', isEnabled: true, config: [] },
  ]
}

function forTheApp(id: ProjectFeature['id']): ProjectFeature {
  return { id, isEnabled: true, config: null }
}

function off(id: ProjectFeature['id']): ProjectFeature {
  return { id, isEnabled: false, config: [] }
}
