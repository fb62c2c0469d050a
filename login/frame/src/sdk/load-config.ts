import { FrameConfig } from '@bullring/login-api/custody-api/config'
import { requestJson } from '@bullring/wire/http/request-json'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000

/** Loads what the frame needs to know of its installation; retries until it succeeds, because apps wait for ever. */
export async function loadConfig(projectId: string, signal: AbortSignal): Promise<FrameConfig> {
  const url = `/config.json?projectId=${encodeURIComponent(projectId)}`
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await requestJson({ url, schema: FrameConfig, signal })
    } catch {
      signal.throwIfAborted()
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      signal.throwIfAborted()
    }
  }
}
