import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A small checkout with a version, in a temporary folder. */
export type TestRepository = {
  root: string
  write: (path: string, content: string) => Promise<void>
  git: (...args: readonly string[]) => string
  remove: () => Promise<void>
}

const FILES = {
  '.gitignore': 'dist/\n.commit\n',
  'package.json': '{ "version": "0.2.0-dev", "workspaces": ["packages/*"] }\n',
  'packages/own/package.json': '{ "name": "@bullring/own", "version": "0.2.0-dev" }\n',
  'package-lock.json': `${JSON.stringify({
    version: '0.2.0-dev',
    packages: { '': { version: '0.2.0-dev' }, 'packages/own': { version: '0.2.0-dev' } },
  })}\n`,
  'CHANGELOG.md': '# Changelog\n\n## [Unreleased]\n\n- A setting.\n',
}

/** Creates a repository with the files that a release changes, committed on `main`. */
export async function createRepository(): Promise<TestRepository> {
  const root = await mkdtemp(join(tmpdir(), 'bullring-repository-'))
  const write = async (path: string, content: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trimEnd()
  git('init', '--quiet', '--initial-branch=main')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@bullring.example')
  for (const [path, content] of Object.entries(FILES)) await write(path, content)
  git('add', '--all')
  git('commit', '--quiet', '--message', 'start')
  return { root, write, git, remove: () => rm(root, { recursive: true, force: true }) }
}
