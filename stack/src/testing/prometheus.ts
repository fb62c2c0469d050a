import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findProgram } from '../processes/find-program.ts'
import { repositoryRoot } from '../repository-root.ts'

const OPS = join(repositoryRoot, 'ops/prometheus')
const TIMEOUT_MS = 60_000

/** Path of Prometheus' own tool; null where it is not installed. */
export const PROMTOOL = findProgram('promtool')

/** Runs Prometheus' own tool, and returns what it says. */
export async function promtool(...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(PROMTOOL ?? 'promtool', args, {
    timeout: TIMEOUT_MS,
  })
  return stdout
}

/** The alerts that fire while Prometheus hears of the game service alone. */
export const MISSING_JOBS = `
rule_files: [rules.yml]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - { series: 'up{job="bullring-game"}', values: '1x10' }
      - { series: 'bullring_component_up{job="bullring-game",component="chain"}', values: '1x10' }
    alert_rule_test:
      - eval_time: 8m
        alertname: BullringNotMonitored
        exp_alerts:
          - exp_labels: { severity: warning, job: bullring-wallet }
            exp_annotations:
              summary: 'Prometheus has no job bullring-wallet'
              runbook: docs/runbooks/service-down.md
      - eval_time: 8m
        alertname: BullringKeeperMissing
        exp_alerts:
          - exp_labels: { severity: critical }
            exp_annotations:
              summary: 'No keeper reports to Prometheus: strikes may stay unsettled'
              runbook: docs/runbooks/keeper-stopped.md
      - { eval_time: 8m, alertname: BullringDown, exp_alerts: [] }
`

type PrometheusOptions = {
  /** Name in ops/prometheus. */
  file: string
  tokens: Readonly<Record<string, string>>
  /** Proxy that resolves the targets' names. */
  proxyUrl?: string
}

/** Copies a committed configuration with its rules and tokens to `folder`, with frequent scrapes. Returns its path. */
export async function preparePrometheus(
  folder: string,
  { file, tokens, proxyUrl }: PrometheusOptions,
): Promise<string> {
  for (const [name, token] of Object.entries(tokens)) {
    await writeFile(join(folder, `bullring-${name}-token`), token)
  }
  await copyFile(join(OPS, 'rules.yml'), join(folder, 'rules.yml'))
  const proxy = proxyUrl === undefined ? '$&' : `$1proxy_url: ${proxyUrl}\n$&`
  const content = (await readFile(join(OPS, file), 'utf8'))
    .replaceAll('/etc/prometheus/', `${folder}/`)
    .replace('scrape_interval: 15s', 'scrape_interval: 500ms\n  scrape_timeout: 500ms')
    .replaceAll(/^( +)authorization:/gm, proxy)
  await writeFile(join(folder, file), content)
  return join(folder, file)
}

type Samples = { data: { result: { metric: { job: string }; value: [number, string] }[] } }

/** Returns which jobs of a running Prometheus are up, "1" or "0". */
export async function jobStates(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/v1/query?query=up`)
  const { data } = (await response.json()) as Samples
  return Object.fromEntries(data.result.map(({ metric, value }) => [metric.job, value[1]]))
}

/** Starts a proxy that knows the names of `targets`, as the network of containers does. */
export async function startNameProxy(targets: Record<string, string>) {
  const server = createServer((incoming, outgoing) => {
    const { hostname, pathname } = new URL(incoming.url ?? '')
    const target = targets[hostname]
    if (target === undefined) return outgoing.writeHead(502).end()
    return request(`${target}${pathname}`, { headers: incoming.headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => server.close() }
}
