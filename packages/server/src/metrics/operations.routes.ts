import { Hono } from 'hono'
import { UnknownPathError } from '../http/errors.ts'
import type { Probe } from './readiness.ts'
import { probeAll } from './readiness.ts'
import type { ServiceMetrics } from './service-metrics.ts'

export type OperationsDeps = {
  metrics: Pick<ServiceMetrics, 'component' | 'text' | 'contentType'>
  /** Whether every caller may read the metrics. */
  hasOpenMetrics: boolean
  probes: Readonly<Record<string, Probe>>
}

/** What the server's adapter tells of a connection. */
type Bindings = { incoming?: { socket: { remoteAddress?: string } } }

/** GET /readyz and /metrics: for load balancers and monitoring. */
export function operationsRoutes({ metrics, hasOpenMetrics, probes }: OperationsDeps): Hono {
  const app = new Hono<{ Bindings: Bindings }>()
    .get('/readyz', async (c) => {
      const components = await probeAll(probes)
      for (const [name, state] of Object.entries(components)) {
        metrics.component(name, state === 'up')
      }
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
    })
    .get('/metrics', async (c) => {
      const caller = c.env.incoming?.socket.remoteAddress
      const isForwarded =
        c.req.header('x-forwarded-for') !== undefined || c.req.header('forwarded') !== undefined
      if (!(hasOpenMetrics || (isLoopback(caller) && !isForwarded))) throw new UnknownPathError()
      for (const [name, state] of Object.entries(await probeAll(probes))) {
        metrics.component(name, state === 'up')
      }
      return c.body(await metrics.text(), 200, {
        'content-type': metrics.contentType,
        'cache-control': 'no-cache',
      })
    })
  return new Hono().route('/', app as unknown as Hono)
}

/** A proxy on this machine calls from there too, but says for whom. */
function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)
}
