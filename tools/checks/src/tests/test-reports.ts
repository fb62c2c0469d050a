import { relative } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import * as z from 'zod/mini'
import type { Failure, FileTime, Outcome } from '../running/outcome.ts'

const ForgeReport = z.record(
  z.string(),
  z.object({
    duration: z.string(),
    test_results: z.record(
      z.string(),
      z.object({ status: z.string(), reason: z.nullish(z.string()) }),
    ),
  }),
)

const VitestReport = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.nullish(z.array(z.string())),
        }),
      ),
    }),
  ),
})

const PlaywrightSpec = z.object({
  title: z.string(),
  file: z.string(),
  ok: z.boolean(),
  tests: z.array(
    z.object({
      results: z.array(
        z.object({
          duration: z.number(),
          errors: z.array(z.object({ message: z.string() })),
        }),
      ),
    }),
  ),
})

type PlaywrightSuite = {
  title: string
  specs: z.infer<typeof PlaywrightSpec>[]
  suites?: PlaywrightSuite[] | undefined
}

const PlaywrightSuite: z.ZodMiniType<PlaywrightSuite> = z.object({
  title: z.string(),
  specs: z.array(PlaywrightSpec),
  suites: z.optional(z.lazy(() => z.array(PlaywrightSuite))),
})

const PlaywrightReport = z.object({
  suites: z.array(PlaywrightSuite),
  stats: z.object({ expected: z.int() }),
  errors: z.array(z.object({ message: z.optional(z.string()) })),
})

/** Reads the report of `forge test --json`. */
export function forgeOutcome(report: unknown): Outcome {
  const suites = Object.entries(z.parse(ForgeReport, report))
  const results = suites.flatMap(([suite, { test_results }]) =>
    Object.entries(test_results).map(([test, result]) => ({
      name: `${suite} ${test}`,
      ...result,
    })),
  )
  const failures = results
    .filter(({ status }) => status !== 'Success')
    .map(({ name, reason }) => ({ name, message: reason ?? '' }))
  const files = suites.map(([file, { duration }]) => ({ file, seconds: parseDuration(duration) }))
  return { passed: results.length - failures.length, failures, files }
}

const UNIT_SECONDS: Readonly<Record<string, number>> = {
  m: 60,
  s: 1,
  ms: 1e-3,
  µs: 1e-6,
  ns: 1e-9,
}

/** Reads a duration as forge writes it, such as "1m 2s 30ms". */
function parseDuration(text: string): number {
  return [...text.matchAll(/([\d.]+) ?(m|s|ms|µs|ns)\b/g)]
    .map(([, value, unit = '']) => Number(value) * (UNIT_SECONDS[unit] ?? 0))
    .reduce((sum, seconds) => sum + seconds, 0)
}

/** Reads Vitest's JSON report. A file that could not be loaded is one failure. */
export function vitestOutcome(report: unknown): Outcome {
  const { numPassedTests, testResults } = z.parse(VitestReport, report)
  const results = testResults.map((result) => ({
    ...result,
    file: relative(repositoryRoot, result.name),
  }))
  const failures = results
    .filter(({ status }) => status === 'failed')
    .flatMap(({ file, message, assertionResults }): Failure[] =>
      assertionResults.length === 0
        ? [{ file, name: file, message }]
        : assertionResults
            .filter(({ status }) => status === 'failed')
            .map(({ fullName, failureMessages }) => ({
              file,
              name: fullName,
              message: failureMessages?.join('\n') ?? '',
            })),
    )
  const files = results.map(({ file, startTime, endTime }) => ({
    file,
    seconds: (endTime - startTime) / 1_000,
  }))
  return { passed: numPassedTests, failures, files }
}

/** Reads Playwright's JSON report. An error outside the tests is a failure, too. */
export function playwrightOutcome(report: unknown): Outcome {
  const { suites, stats, errors } = z.parse(PlaywrightReport, report)
  const specs = suites.flatMap(specsOf)
  const failedSpecs = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      file,
      name: title,
      message: tests
        .flatMap(({ results }) => results.flatMap((result) => result.errors))
        .map(({ message }) => message)
        .join('\n'),
    }))
  const outside = errors.map(({ message }) => ({
    name: 'outside the tests',
    message: message ?? '',
  }))
  return {
    passed: stats.expected,
    failures: [...failedSpecs, ...outside],
    files: sumByFile(specs.map(({ file, tests }) => ({ file, seconds: secondsOf(tests) }))),
  }
}

function secondsOf(tests: z.infer<typeof PlaywrightSpec>['tests']): number {
  const durations = tests.flatMap(({ results }) => results.map(({ duration }) => duration))
  return durations.reduce((sum, ms) => sum + ms, 0) / 1_000
}

function sumByFile(times: readonly FileTime[]): FileTime[] {
  const sums = new Map<string, number>()
  for (const { file, seconds } of times) sums.set(file, (sums.get(file) ?? 0) + seconds)
  return [...sums].map(([file, seconds]) => ({ file, seconds }))
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): z.infer<typeof PlaywrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
