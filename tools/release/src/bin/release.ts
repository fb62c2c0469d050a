import { abortOnSignals } from '@bullring/checks/abort-on-signals'
import { StackError } from '@bullring/stack/errors'
import { textProgress } from '@bullring/stack/progress'
import { repositoryRoot } from '@bullring/stack/repository-root'
import { MAIN_BRANCH, tagOf } from '../check-checkout.ts'
import { ReleaseError } from '../errors.ts'
import { release } from '../release.ts'
import { parseReleaseArguments } from '../release-arguments.ts'

/** `npm run release -- <version>`: makes the files of a release, and with `--tag` its commits and tag. Nothing is pushed. */

const write = (text: string) => process.stdout.write(`${text}\n`)
const signal = abortOnSignals()

try {
  const wanted = parseReleaseArguments(process.argv.slice(2))
  const folder = await release(wanted, {
    root: repositoryRoot,
    progress: textProgress(write),
    env: process.env,
    signal,
  })
  const { version, hasTag } = wanted
  write(`\nThe files of ${version} are in ${folder}`)
  write(
    hasTag
      ? `To publish: git push origin ${MAIN_BRANCH} ${tagOf(version)}`
      : 'This was a dry run: no commit, no tag. With --tag they are made.',
  )
} catch (error) {
  const isKnown = error instanceof ReleaseError || error instanceof StackError
  process.stderr.write(`\n✗ ${isKnown ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
process.exit()
