import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { parse } from 'yaml'
import * as z from 'zod'

const FOLDER = '.github/workflows'

const text = z.string().check(z.minLength(1))

/** A tag may be moved to other code. A commit cannot. */
const PinnedAction = z.string().check(
  z.regex(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/, {
    error: 'Pin the action to the 40 digits of a commit',
  }),
)

const Step = z
  .strictObject({
    name: z.optional(text),
    if: z.optional(text),
    run: z.optional(text),
    uses: z.optional(PinnedAction),
    with: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  })
  .check(
    z.refine(({ run, uses }) => (run === undefined) !== (uses === undefined), {
      error: 'A step has either run or uses',
    }),
  )

const Job = z.strictObject({
  name: z.optional(text),
  strategy: z.optional(
    z.strictObject({
      'fail-fast': z.boolean(),
      matrix: z.record(z.string(), z.array(z.string())),
    }),
  ),
  'runs-on': text,
  'timeout-minutes': z.int(),
  steps: z.array(Step),
})
type Job = z.infer<typeof Job>

/** The keys of GitHub's workflows that we use, so that a misspelled one is refused. */
const Workflow = z.strictObject({
  name: text,
  on: z.strictObject({
    push: z.optional(z.strictObject({ branches: z.array(text) })),
    pull_request: z.optional(z.null()),
    schedule: z.optional(
      z.array(z.strictObject({ cron: z.string().check(z.regex(/^(\S+ ){4}\S+$/)) })),
    ),
    workflow_dispatch: z.optional(z.null()),
  }),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({
    group: text,
    'cancel-in-progress': z.union([z.boolean(), text]),
  }),
  jobs: z.record(z.string(), Job),
})

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) })

/** Lists parts of the workflows that a host would refuse, or that call something that does not exist. */
export async function workflowProblems(): Promise<readonly string[]> {
  const manifest = await readFile(join(repositoryRoot, 'package.json'), 'utf8')
  const { scripts } = Manifest.parse(JSON.parse(manifest))
  const files = await Array.fromAsync(glob(`${FOLDER}/*.{yml,yaml}`, { cwd: repositoryRoot }))
  const lists = await Promise.all(
    files.map(async (file) => {
      const content = await readFile(join(repositoryRoot, file), 'utf8')
      return problemsOfWorkflow(content, Object.keys(scripts)).map(
        (problem) => `${file}: ${problem}`,
      )
    }),
  )
  return lists.flat()
}

/**
 * The same, for the text of one workflow.
 *
 * @param scripts - Names of the npm scripts.
 */
export function problemsOfWorkflow(content: string, scripts: readonly string[]): readonly string[] {
  const { data, error } = Workflow.safeParse(parse(content))
  if (error !== undefined) return [z.prettifyError(error)]
  const jobs = Object.entries(data.jobs)
  return jobs.flatMap(([name, job]) =>
    [...unknownMatrixKeys(job), ...commandsOf(job).map((one) => problemOf(one, scripts))]
      .filter((problem) => problem !== null)
      .map((problem) => `job ${name} ${problem}`),
  )
}

function unknownMatrixKeys(job: Job): readonly string[] {
  const declared = Object.keys(job.strategy?.matrix ?? {})
  const used = JSON.stringify(job).matchAll(/\$\{\{ matrix\.([\w-]+) \}\}/g)
  return Array.from(used, ([, key = '']) => key)
    .filter((key) => !declared.includes(key))
    .map((key) => `uses matrix.${key}, which its matrix lacks`)
}

function commandsOf({ steps }: Job): readonly string[] {
  return steps.flatMap(({ run }) => run?.trim().split('\n') ?? [])
}

/** Accepts npm scripts and programs of the repository alone: the steps of a workflow can then be run anywhere. */
function problemOf(command: string, scripts: readonly string[]): string | null {
  const [, script] = /^npm (?:run )?([\w:-]+)$/.exec(command) ?? []
  if (script !== undefined)
    return scripts.includes(script) ? null : `runs the npm script ${script}, which does not exist`
  const [, file] = /^(?:bash|node) ([\w./-]+)$/.exec(command) ?? []
  if (file === undefined) return `runs "${command}": call an npm script or a file instead`
  return existsSync(join(repositoryRoot, file)) ? null : `runs ${file}, which does not exist`
}
