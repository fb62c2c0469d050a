import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics that every service has, and factories for further ones. */
export type ServiceMetrics = ReturnType<typeof createServiceMetrics>

const SECONDS_FAST = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5]

/** Creates metrics with a separate registry: tests run several services in one process. */
export function createServiceMetrics() {
  const registry = new Registry()
  const registers = [registry]
  const gauge = <label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly label[] = [],
  ) => new Gauge({ name: `bullring_${name}`, help, labelNames, registers })
  const counter = <label extends string = never>(
    name: string,
    help: string,
    labelNames: readonly label[] = [],
  ) => new Counter({ name: `bullring_${name}`, help, labelNames, registers })
  const histogram = <label extends string = never>(
    name: string,
    help: string,
    { buckets, labelNames = [] }: { buckets: number[]; labelNames?: readonly label[] },
  ) => new Histogram({ name: `bullring_${name}`, help, labelNames, buckets, registers })

  const componentUp = gauge('component_up', '1 while the component works, see /readyz', [
    'component',
  ])
  const httpDuration = histogram(
    'http_request_duration_seconds',
    'Time to the head of the response',
    {
      labelNames: ['route', 'method', 'status'],
      buckets: SECONDS_FAST,
    },
  )
  const limitNodes = gauge(
    'limit_nodes',
    'Nodes that share rate limits; 0 while this one cannot reach the others',
  )
  // A process that shares no limits has no value: 0 would raise the alert.
  limitNodes.remove()
  return {
    gauge,
    counter,
    histogram,
    limitNodes: (nodes: number) => limitNodes.set(nodes),
    component: (component: string, isUp: boolean) => componentUp.set({ component }, isUp ? 1 : 0),
    httpRequest: (labels: { route: string; method: string; status: number }, seconds: number) =>
      httpDuration.observe(labels, seconds),
    contentType: registry.contentType,
    /** Returns all metrics in Prometheus' text format. */
    text: () => registry.metrics(),
  }
}
