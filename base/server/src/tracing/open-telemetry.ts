import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { SpanFactory } from './span.ts'
import type { TraceConfig } from './trace-config.ts'

/** Spans are sent in batches. A trace is visible after this delay at the latest. */
const EXPORT_DELAY_MS = 1_000

/** The only module that loads OpenTelemetry's packages. It is imported once tracing is on. */
export function createSpanFactory(
  config: TraceConfig & { serviceName: string },
): SpanFactory & { shutdown: () => Promise<void> } {
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors: [envDetector] }))
      .merge(resourceFromAttributes({ 'service.name': config.serviceName })),
    sampler: createSampler(config),
    spanProcessors: [
      new BatchSpanProcessor({
        // Reads OTEL_EXPORTER_OTLP_*.
        exporter: new OTLPTraceExporter(),
        scheduledDelayMillis: EXPORT_DELAY_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('bullring')
  return {
    startSpan: ({ name, kind, attributes = {}, startMs }, parent) =>
      tracer.startSpan(
        name,
        { kind: SpanKind[kind], attributes, ...(startMs !== undefined && { startTime: startMs }) },
        contextOf(parent),
      ),
    traceparentOf: (span) => {
      const { traceId, spanId, traceFlags } = span.spanContext()
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
    },
    shutdown: () => provider.shutdown(),
  }
}

function contextOf(parent: Parameters<SpanFactory['startSpan']>[1]) {
  if (parent === null) return ROOT_CONTEXT
  if (typeof parent !== 'string') return trace.setSpan(ROOT_CONTEXT, parent)
  const remote = parseTraceParent(parent)
  return remote === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
}

function createSampler({ sampler, ratio }: TraceConfig): Sampler {
  if (sampler.endsWith('always_off')) return withParent(sampler, new AlwaysOffSampler())
  if (sampler.endsWith('always_on')) return withParent(sampler, new AlwaysOnSampler())
  return withParent(sampler, new TraceIdRatioBasedSampler(ratio))
}

function withParent(name: string, root: Sampler): Sampler {
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}
