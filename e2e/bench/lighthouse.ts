import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@bullring/stack/repository-root'

const run = promisify(execFile)
const FOLDER = join(repositoryRoot, 'tools/lighthouse')
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js')
const INSTALL_SCRIPT = join(repositoryRoot, 'stack/boot/install-tool.mjs')
const INSTALL_TIMEOUT_MS = 10 * 60_000
const RUN_TIMEOUT_MS = 3 * 60_000
const REPORT_BYTES = 64 * 1024 * 1024

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
const CHROME_FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

type Category = (typeof CATEGORIES)[number]

/** Scores from 0 to 100, CLS without a unit, failed audits by name. */
export type LighthouseResult = {
  scores: Record<Category, number>
  cls: number
  /** Speed of this machine in Lighthouse's unit. Lighthouse expects 1,000 or more. */
  machine: number
  failed: readonly string[]
}

/** The part of Lighthouse's report that is used. */
type Report = {
  environment: { benchmarkIndex: number }
  categories: Record<Category, { score: number | null }>
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>
}

/** Installs Lighthouse on first use, in a separate folder with its own lockfile. */
export async function installLighthouse(): Promise<void> {
  await run(process.execPath, [INSTALL_SCRIPT, 'lighthouse'], { timeout: INSTALL_TIMEOUT_MS })
}

/**
 * Measures a page with Lighthouse's preset "mobile", a slow phone.
 *
 * @param profile - Folder of a browser profile, whose storage the page gets; by default a new one.
 */
export async function measureWithLighthouse(
  url: string,
  chromium: string,
  profile?: string,
): Promise<LighthouseResult> {
  const flags =
    profile === undefined ? CHROME_FLAGS : [...CHROME_FLAGS, `--user-data-dir=${profile}`]
  const { stdout } = await run(
    process.execPath,
    [
      PROGRAM,
      url,
      '--output=json',
      '--quiet',
      '--no-enable-error-reporting',
      `--only-categories=${CATEGORIES.join()}`,
      `--chrome-flags=${flags.join(' ')}`,
      ...(profile === undefined ? [] : ['--disable-storage-reset']),
    ],
    {
      env: { ...process.env, CHROME_PATH: chromium },
      timeout: RUN_TIMEOUT_MS,
      maxBuffer: REPORT_BYTES,
    },
  )
  const { categories, audits, environment } = JSON.parse(stdout) as Report
  const scoreOf = (category: Category) => Math.round((categories[category].score ?? 0) * 100)
  return {
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
    },
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    machine: environment.benchmarkIndex,
    failed: Object.values(audits)
      .filter(({ score }) => score !== null && score < 0.5)
      .map(({ title }) => title),
  }
}
