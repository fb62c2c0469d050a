import { basename } from 'node:path'
import * as z from 'zod'
import { parseSettings, type Settings } from '../config/define-settings.ts'
import { WebUrl } from '../config/env-fields.ts'

/** Sampling of traces, as in OpenTelemetry's specification. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type TraceConfig = {
  sampler: (typeof SAMPLERS)[number]
  /** Share of traces that `traceidratio` records, 0 to 1. */
  ratio: number
}

/** Settings of tracing in each service. OpenTelemetry's exporter reads further variables, such as the headers. */
export const TRACE_SETTINGS = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    kind: WebUrl.optional(),
    text: 'URL of the collector, such as `http://127.0.0.1:4318`; turns [tracing](#tracing) on',
  },
  OTEL_SERVICE_NAME: {
    kind: z.string().optional(),
    text: 'name of the service in traces, such as `bullring-game`; leave it unset where one environment serves several services',
    usual: "`bullring-` and the program's name",
  },
  OTEL_TRACES_SAMPLER: {
    kind: z.enum(SAMPLERS, 'is not a sampler').default('parentbased_always_on'),
    text: 'which traces are recorded: `always_on`, `always_off`, `traceidratio`, or one of these with `parentbased_` before it, which records what the calling service records',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    kind: z
      .string()
      .regex(/^(?:0?\.\d+|[01](?:\.0+)?)$/, 'must be a number from 0 to 1')
      .default('1'),
    text: 'share of traces that `traceidratio` records, 0 to 1; 0.01 for a busy service',
  },
} as const satisfies Settings

type Env = Readonly<Record<string, string | undefined>>

/**
 * Parses the variables of tracing. Null while it is off.
 *
 * @throws {InvalidConfigError}
 */
export function parseTraceConfig(env: Env): (TraceConfig & { serviceName: string }) | null {
  const parsed = parseSettings(TRACE_SETTINGS, env)
  if (parsed.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return null
  return {
    serviceName: parsed.OTEL_SERVICE_NAME ?? `bullring-${programName()}`,
    sampler: parsed.OTEL_TRACES_SAMPLER,
    ratio: Number(parsed.OTEL_TRACES_SAMPLER_ARG),
  }
}

/** Returns the program's name, such as `game` for game/service/src/bin/game.ts. */
function programName(): string {
  return basename(process.argv[1] ?? 'service', '.ts')
}
