import { Readiness, Unreadiness } from '@bullring/wire/http/readiness'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { UnknownPathError } from '../http/errors.ts'
import type { Operation } from '../operations/operation.ts'
import type { ComponentState, Probe } from './readiness.ts'
import { probeAll } from './readiness.ts'
import type { ServiceMetrics } from './service-metrics.ts'

export type MonitoringDeps = {
  metrics: Pick<ServiceMetrics, 'component' | 'text' | 'contentType'>
  /** Whether every caller may read the metrics. */
  hasOpenMetrics: boolean
  probes: Readonly<Record<string, Probe>>
}

/** GET /readyz and /metrics: for load balancers and monitoring. */
export function monitoringOperations(deps: MonitoringDeps): readonly Operation[] {
  return [
    {
      method: 'get',
      path: '/readyz',
      summary: 'Whether each component works',
      response: Readiness,
      problem: Unreadiness,
      errors: [500, 503],
      handle: async (c) => readinessResponse(c, await probeComponents(deps)),
    },
    {
      method: 'get',
      path: '/metrics',
      summary: 'Prometheus metrics, for permitted callers',
      response: z.string(),
      contentType: 'text/plain',
      errors: [404, 500],
      handle: async (c) => {
        if (!(deps.hasOpenMetrics || isLocalCaller(c))) throw new UnknownPathError()
        await probeComponents(deps)
        return c.body(await deps.metrics.text(), 200, {
          'content-type': deps.metrics.contentType,
          'cache-control': 'no-cache',
        })
      },
    },
  ]
}

/** Probes all components and records their states as metrics. */
async function probeComponents({
  probes,
  metrics,
}: MonitoringDeps): Promise<Record<string, ComponentState>> {
  const components = await probeAll(probes)
  for (const [name, state] of Object.entries(components)) metrics.component(name, state === 'up')
  return components
}

function readinessResponse(c: Context, components: Record<string, ComponentState>): Response {
  const down = Object.keys(components).filter((name) => components[name] === 'down')
  const headers = { 'cache-control': 'no-cache' }
  if (down.length === 0) return c.json({ status: 'ready', components }, 200, headers)
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    code: 'service.not-ready',
    detail: `Down: ${down.join(', ')}.`,
    components,
  }
  return c.json(problem, 503, {
    ...headers,
    'content-type': 'application/problem+json',
    'retry-after': '2',
  })
}

/** A proxy on this machine calls from the loopback address too, but sends a header for its caller. */
function isLocalCaller(c: Context): boolean {
  const bindings: Partial<HttpBindings> | undefined = c.env
  const address = bindings?.incoming?.socket.remoteAddress
  const isLoopback = address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)
  const isForwarded =
    c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined
  return isLoopback && !isForwarded
}
