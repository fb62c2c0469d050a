import * as z from 'zod/mini'
import type { Failure, Outcome } from './outcome.ts'

const ForgeReport = z.record(
  z.string(),
  z.object({
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
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string() })) })),
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
  const results = Object.entries(z.parse(ForgeReport, report)).flatMap(
    ([suite, { test_results }]) =>
      Object.entries(test_results).map(([test, result]) => ({
        name: `${suite} ${test}`,
        ...result,
      })),
  )
  const failures = results
    .filter(({ status }) => status !== 'Success')
    .map(({ name, reason }) => ({ name, message: reason ?? '' }))
  return { passed: results.length - failures.length, failures }
}

/** Reads Vitest's JSON report; a file that could not be loaded is one failure. */
export function vitestOutcome(report: unknown): Outcome {
  const { numPassedTests, testResults } = z.parse(VitestReport, report)
  const failures = testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file, message, assertionResults }): Failure[] =>
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
  return { passed: numPassedTests, failures }
}

/** Reads Playwright's JSON report; an error outside the tests is a failure, too. */
export function playwrightOutcome(report: unknown): Outcome {
  const { suites, stats, errors } = z.parse(PlaywrightReport, report)
  const failedSpecs = suites
    .flatMap(specsOf)
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
  return { passed: stats.expected, failures: [...failedSpecs, ...outside] }
}

function specsOf({ specs, suites = [] }: PlaywrightSuite): z.infer<typeof PlaywrightSpec>[] {
  return [...specs, ...suites.flatMap(specsOf)]
}
