import { basename } from 'node:path'
import * as z from 'zod'
import { WebUrl } from '../config/env-fields.ts'
import { parseEnv } from '../config/parse-env.ts'

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

/** Variables of OpenTelemetry's specification that its packages do not read themselves. The exporter and the resource read others. */
const TraceEnv = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: WebUrl.optional(),
  OTEL_SERVICE_NAME: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(SAMPLERS, 'is not a sampler').default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(?:0?\.\d+|[01](?:\.0+)?)$/, 'must be a number from 0 to 1')
    .default('1'),
})

type Env = Readonly<Record<string, string | undefined>>

/**
 * Parses the variables of tracing. Null while it is off.
 *
 * @throws {InvalidConfigError}
 */
export function parseTraceConfig(env: Env): (TraceConfig & { serviceName: string }) | null {
  const parsed = parseEnv(TraceEnv, env)
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
