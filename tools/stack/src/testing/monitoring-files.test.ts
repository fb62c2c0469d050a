import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../processes/find-program.ts'
import { repositoryRoot } from '../repository-root.ts'

const TIMEOUT_MS = 60_000
const PROMTOOL = findProgram('promtool')
const filesOf = (pattern: string) => globSync(pattern, { cwd: repositoryRoot }).toSorted()

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bullring-rules-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Returns what Prometheus' own parser says about a file of rules. */
async function checkRules(file: string): Promise<string> {
  const run = promisify(execFile)(PROMTOOL ?? '', ['check', 'rules', file], { timeout: TIMEOUT_MS })
  const { stdout } = await run
  return stdout
}

/** Lists the expressions of a dashboard, with values for Grafana's variables. */
function expressionsIn(dashboard: string): string[] {
  const found = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)]
  return found.map(([, text = '""']) =>
    String(JSON.parse(text)).replaceAll(/\$__(?:rate_interval|interval|range)/g, '5m'),
  )
}

describe.skipIf(PROMTOOL === null)('Prometheus accepts', () => {
  test.each(filesOf('ops/prometheus/rules*.yml'))('the rules of %s', async (file) => {
    expect(await checkRules(join(repositoryRoot, file))).toContain('SUCCESS')
  })

  test.each(filesOf('ops/grafana/*.json'))('the queries of %s', async (file) => {
    const expressions = expressionsIn(await readFile(join(repositoryRoot, file), 'utf8'))
    const rules = expressions.map((expr, index) => ({ record: `query:${index}`, expr }))
    const written = join(folder, 'queries.yml')
    await writeFile(written, JSON.stringify({ groups: [{ name: 'queries', rules }] }))
    expect(await checkRules(written)).toContain(`SUCCESS: ${rules.length} rules found`)
  })
})
