import { Readiness, Unreadiness } from '@bullring/wire/http/readiness'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { isDraining } from '../drain.ts'
import { UnknownPathError } from '../http/errors/errors.ts'
import { hasBearerToken } from '../http/request/bearer-token.ts'
import type { Operation } from '../operations/operation.ts'
import { TimedCache } from '../timed-cache.ts'
import type { ComponentState, Probe } from './readiness.ts'
import { probeAll } from './readiness.ts'
import type { ServiceMetrics } from './service-metrics.ts'

export type MonitoringDeps = {
  metrics: Pick<ServiceMetrics, 'component' | 'text' | 'contentType'>
  /** Callers with this token may read the metrics; null for none. */
  metricsToken: string | null
  probes: Readonly<Record<string, Probe>>
  /** Reason that a component is down, or null when there is nothing to add. */
  reasons?: Readonly<Record<string, () => string | null>>
  /** Whether the service can serve; by default when every component is up. */
  isReady?: (components: Components) => boolean
}

/** GET /readyz and /metrics: for load balancers and monitoring. */
export function monitoringOperations(deps: MonitoringDeps): readonly Operation[] {
  const probeComponents = componentProbe(deps)
  return [
    {
      method: 'get',
      path: '/readyz',
      summary: 'Whether each component works',
      response: Readiness,
      problem: Unreadiness,
      errors: [500, 503],
      handle: async (c) => readinessResponse(c, await probeComponents(), deps),
    },
    {
      method: 'get',
      path: '/metrics',
      summary: 'Prometheus metrics, for callers with the token',
      response: z.string(),
      contentType: 'text/plain',
      errors: [404, 500],
      handle: async (c) => {
        // The path does not show that it exists: metrics are no one else's business.
        if (!hasBearerToken(c, deps.metricsToken)) throw new UnknownPathError()
        await probeComponents()
        return c.body(await deps.metrics.text(), 200, {
          'content-type': deps.metrics.contentType,
          'cache-control': 'no-cache',
        })
      },
    },
  ]
}

type Components = Readonly<Record<string, ComponentState>>

/** Probes cost queries: anyone may call /readyz. */
const PROBE_CACHE = { lifetimeMs: 500, maxEntries: 1 }

/** Creates a function that probes all components, twice a second at most, and records their states as metrics. */
export function componentProbe({
  probes,
  metrics,
}: Pick<MonitoringDeps, 'probes' | 'metrics'>): () => Promise<Components> {
  const cache = new TimedCache<Components>(PROBE_CACHE)
  const probe = async () => {
    const components = await probeAll(probes)
    for (const [name, state] of Object.entries(components)) metrics.component(name, state === 'up')
    return components
  }
  return () => cache.get('components', Date.now(), probe)
}

function readinessResponse(
  c: Context,
  components: Components,
  { reasons = {}, isReady = areAllUp }: Pick<MonitoringDeps, 'reasons' | 'isReady'>,
): Response {
  const down = Object.keys(components).filter((name) => components[name] === 'down')
  const headers = { 'cache-control': 'no-cache' }
  if (isReady(components) && !isDraining())
    return c.json({ status: 'ready', components }, 200, headers)
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'service.not-ready',
    detail: isDraining()
      ? 'The process stops soon.'
      : `Down: ${down.map((name) => withReason(name, reasons[name]?.() ?? null)).join(', ')}.`,
    components,
  }
  return c.json(problem, 503, {
    ...headers,
    'content-type': 'application/problem+json',
    'retry-after': '2',
  })
}

function areAllUp(components: Components): boolean {
  return Object.values(components).every((state) => state === 'up')
}

function withReason(name: string, reason: string | null): string {
  return reason === null ? name : `${name} (${reason})`
}
