import type { ProductBuild } from '@bullring/wire/http/product-build'
import { ServiceHealth } from '@bullring/wire/http/service-health'
import * as z from 'zod/mini'
import { parseMetrics } from './figures/parse-metrics.ts'
import type { Scrape } from './figures/sample.ts'

/** A process whose metrics the operator's page shows. */
export type SisterService = { name: string; url: string }

const LIMIT_MS = 3_000

/** Reads the metrics of a service. Never rejects. */
export async function scrapeService(
  { name, url }: SisterService,
  token: string | null,
  signal: AbortSignal,
): Promise<Scrape> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const response = await request(new URL('/metrics', url), headers, signal)
  if (response === null) return { name, state: 'silent' }
  if (!response.isOk) return { name, state: 'refused' }
  return { name, state: 'up', series: parseMetrics(response.text) }
}

/** Reads version and commit of a service; null where it does not say: a keeper alone has no such path. */
export async function readBuild(
  { url }: SisterService,
  signal: AbortSignal,
): Promise<ProductBuild | null> {
  const response = await request(new URL('/healthz', url), {}, signal)
  if (response === null || !response.isOk) return null
  const { data } = z.safeParse(ServiceHealth, parsedJson(response.text))
  return data === undefined ? null : { version: data.version, commit: data.commit }
}

async function request(
  url: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<{ isOk: boolean; text: string } | null> {
  try {
    const response = await fetch(url, {
      headers,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]),
    })
    return { isOk: response.ok, text: await response.text() }
  } catch {
    return null
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
