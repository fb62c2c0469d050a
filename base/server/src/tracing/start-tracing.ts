import { setTimeout as sleep } from 'node:timers/promises'
import { setSpanFactory } from './span.ts'
import { parseTraceConfig } from './trace-config.ts'

/** Time limit for sending the last spans. */
const FLUSH_LIMIT_MS = 2_000

/**
 * Starts tracing if OTEL_EXPORTER_OTLP_ENDPOINT is set. Otherwise no package of OpenTelemetry is loaded. To be called before
 * databases are opened.
 *
 * @returns A function that sends the last spans and stops. It never rejects.
 * @throws {InvalidConfigError}
 */
export async function startTracing(
  env: Readonly<Record<string, string | undefined>>,
): Promise<() => Promise<void>> {
  const config = parseTraceConfig(env)
  if (config === null) return () => Promise.resolve()
  const { createSpanFactory } = await import('./open-telemetry.ts')
  const factory = createSpanFactory(config)
  setSpanFactory(factory)
  return async () => {
    setSpanFactory(null)
    const flushed = factory.shutdown().catch(() => undefined)
    await Promise.race([flushed, sleep(FLUSH_LIMIT_MS, undefined, { ref: false })])
  }
}
