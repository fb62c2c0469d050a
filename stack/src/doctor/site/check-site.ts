import { Unreadiness } from '@bullring/wire/http/readiness'
import { ServiceHealth } from '@bullring/wire/http/service-health'
import * as z from 'zod/mini'
import { broken, type Check, type Finding, on } from '../finding.ts'
import { reasonOf } from '../run-checks.ts'
import { type Answer, type Reach, requestSite } from './site-request.ts'

/** Events arrive at once where nothing buffers them: the first one is sent with the head of the response. */
const STREAM_LIMIT_MS = 3_000

type Get = (path: string) => Promise<Answer>

/** Checks what visitors get through the proxy. */
export function checkSite(host: string, reach: Reach): Check {
  return {
    capability: 'site',
    run: async (signal) => {
      const get: Get = (path) => requestSite(reach, { host, path }, signal)
      return await Promise.all([
        settled('pages', pages(get)),
        settled('version', version(get)),
        settled('live events', liveEvents(host, reach, signal)),
        settled('metrics are private', metrics(get)),
      ])
    },
  }
}

async function settled(capability: string, finding: Promise<Finding>): Promise<Finding> {
  return await finding.catch((error) =>
    broken(capability, reasonOf(error), 'the sites of the proxy'),
  )
}

async function pages(get: Get): Promise<Finding> {
  const { status, text } = await get('/readyz')
  if (status === 200) return on('pages', 'ready')
  return broken(
    'pages',
    `/readyz responds with ${status}: ${downComponents(text)}`,
    'journalctl -u bullring',
  )
}

function downComponents(text: string): string {
  const { data } = z.safeParse(Unreadiness, parsedJson(text))
  const down = Object.entries(data?.components ?? {}).filter(([, state]) => state !== 'up')
  return down.length === 0
    ? 'not Bullring, or no component'
    : `${down.map(([name]) => name).join(', ')} down`
}

async function version(get: Get): Promise<Finding> {
  const { status, text } = await get('/healthz')
  const { data } = z.safeParse(ServiceHealth, parsedJson(text))
  if (data === undefined)
    return broken('version', `/healthz responds with ${status}, not as Bullring`)
  return on('version', `${data.version}, commit ${data.commit ?? 'unknown'}`)
}

async function liveEvents(host: string, reach: Reach, signal: AbortSignal): Promise<Finding> {
  const overdue = AbortSignal.timeout(STREAM_LIMIT_MS)
  const headers = { accept: 'text/event-stream' }
  const request = { host, path: '/api/stream', headers, isStream: true }
  const limit = AbortSignal.any([signal, overdue])
  const answer = await requestSite(reach, request, limit).catch((error: unknown) => {
    if (overdue.aborted) return null
    throw error
  })
  if (answer === null) {
    return broken(
      'live events',
      `nothing arrives within ${STREAM_LIMIT_MS / 1_000} s: the proxy buffers`,
      'proxy_buffering off',
    )
  }
  if (!answer.text.includes('retry:')) {
    return broken('live events', `/api/stream responds with ${answer.status}`)
  }
  return on('live events', 'arrive at once')
}

async function metrics(get: Get): Promise<Finding> {
  const { status } = await get('/metrics')
  if (status === 404) return on('metrics are private', 'no one reads them without the token')
  return broken(
    'metrics are private',
    `/metrics responds with ${status} without the token`,
    'METRICS_TOKEN',
  )
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
