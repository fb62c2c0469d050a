import { OperatorChecks, OperatorReport } from '@bullring/game-api/operator'
import { requestJson } from '@bullring/wire/http/request-json'

/** The doctor waits up to 15 s for each of its checks, all at once. */
const CHECKS_LIMIT_MS = 40_000

/** Reads the state of the installation. The token goes into a header only: URLs end up in logs. */
export function fetchReport(token: string, signal: AbortSignal): Promise<OperatorReport> {
  return requestJson({ url: '/operator/report', schema: OperatorReport, token, signal })
}

/** Reads what `npm run doctor` finds. */
export function fetchChecks(token: string, signal: AbortSignal): Promise<OperatorChecks> {
  const timeoutMs = CHECKS_LIMIT_MS
  return requestJson({ url: '/operator/checks', schema: OperatorChecks, token, timeoutMs, signal })
}
