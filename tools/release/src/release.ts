import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productManifests } from '@bullring/checks/product-manifests'
import type { Progress } from '@bullring/stack/progress'
import { checkCheckout, tagOf } from './check-checkout.ts'
import { ReleaseError } from './errors.ts'
import { gitIn } from './git.ts'
import type { ReleaseArguments } from './release-arguments.ts'
import {
  commitDevelopment,
  createReleaseClone,
  RELEASE_BRANCH,
  type ReleaseClone,
} from './release-clone.ts'
import { runCommand, type Surroundings } from './run-command.ts'
import { checkVersion } from './version-rules.ts'
import { writeArchive } from './write-archive.ts'
import { writeChecksums } from './write-checksums.ts'

const MINUTE_MS = 60_000
/** By name: the folder of a workspace selects those below it too. */
const LIBRARIES = [
  '@bullring/walletconnect',
  '@bullring/wallet-kit',
  '@bullring/client',
  '@bullring/bot',
]
/** All that `npm start` builds. */
const BUILT = ['game/web/dist', 'login/frame/dist', 'walletconnect/phone/dist']

type ReleaseOptions = Surroundings & {
  /** The checkout. */
  root: string
  progress: Progress
}

/**
 * Makes a release in a fresh clone: commit, checks, tests, libraries, archive, SBOM and checksums. The checkout changes in the last
 * step alone, and only for a tag.
 *
 * @returns The folder with the files of the release.
 * @throws {ReleaseError} with a sentence for the maintainer.
 */
export async function release(wanted: ReleaseArguments, options: ReleaseOptions): Promise<string> {
  const { root, progress } = options
  const { version, hasTag } = wanted
  const { version: current } = await productManifests(root)
  checkVersion(version, current)
  await checkCheckout(gitIn(root, options), wanted)
  await using cleanup = new AsyncDisposableStack()
  const parent = await mkdtemp(join(tmpdir(), 'bullring-release-'))
  cleanup.defer(() => rm(parent, { recursive: true, force: true }))
  // The bill of materials has the folder's name.
  const folder = join(parent, 'bullring')
  const clone = await progress.step(
    'clone with the commit of the release',
    () => createReleaseClone(root, folder, version, options),
    ({ commit }) => commit,
  )
  await verify(clone, wanted, options)
  const files = join(root, 'artifacts/release', version)
  await rm(files, { recursive: true, force: true })
  await mkdir(files, { recursive: true })
  await writeFiles(clone, version, files, options)
  if (hasTag) await progress.step('tag', () => tag(clone, version, options), String)
  return files
}

/** Installs, checks and tests the clone: a stranger's first commands, on the commit that is released. */
async function verify(
  { folder }: ReleaseClone,
  { skipsTests }: ReleaseArguments,
  { env, signal }: Surroundings,
): Promise<void> {
  const boot = (task: string, minutes: number) =>
    runCommand(process.execPath, ['stack/boot/boot.mjs', task], {
      cwd: folder,
      env,
      signal,
      timeoutMs: minutes * MINUTE_MS,
      isShown: true,
    })
  await boot('check', 60)
  if (!skipsTests) await boot('test', 240)
}

async function writeFiles(
  { folder }: ReleaseClone,
  version: string,
  files: string,
  options: ReleaseOptions,
): Promise<void> {
  const { progress, env, signal } = options
  const limits = { cwd: folder, env, signal, timeoutMs: 30 * MINUTE_MS }
  const build = ['tools/release/src/bin/build-product.ts']
  await runCommand(process.execPath, build, { ...limits, isShown: true })
  await progress.step('libraries', async () => {
    const places = LIBRARIES.flatMap((library) => ['--workspace', library])
    await runCommand('npm', ['pack', '--silent', '--pack-destination', files, ...places], limits)
  })
  const name = `bullring-${version}`
  await progress.step('archive', () =>
    writeArchive(
      { root: folder, built: BUILT, folder: name, file: join(files, `${name}.tar.gz`) },
      options,
    ),
  )
  await progress.step('bill of materials (CycloneDX)', async () => {
    const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev']
    await writeFile(join(files, `${name}.cdx.json`), await runCommand('npm', args, limits))
  })
  await progress.step('checksums', () => writeChecksums(files))
}

/** Takes the commits of the release over and tags the first one. Nothing is pushed. */
async function tag(clone: ReleaseClone, version: string, options: ReleaseOptions): Promise<string> {
  const { root, env, signal } = options
  // Later versions must upgrade databases of this one.
  const write = ['tools/release/src/bin/write-tables.ts']
  await runCommand(process.execPath, write, {
    cwd: clone.folder,
    env,
    signal,
    timeoutMs: MINUTE_MS,
  })
  await commitDevelopment(root, clone, version, options)
  const git = gitIn(root, options)
  await git(['fetch', '--quiet', clone.folder, RELEASE_BRANCH])
  await git(['merge', '--quiet', '--ff-only', 'FETCH_HEAD']).catch((cause: unknown) => {
    throw new ReleaseError(
      'The branch has moved since the release began, so nothing was tagged: run the release again.',
      { cause },
    )
  })
  await git(['tag', '--annotate', tagOf(version), clone.commit, '-m', `Bullring ${version}`])
  return tagOf(version)
}
