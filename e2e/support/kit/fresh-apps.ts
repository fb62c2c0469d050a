import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@bullring/stack/repository-root'

const run = promisify(execFile)
const PAGE = join(repositoryRoot, 'wallet/kit/example/fresh-page.tsx')
const NEWEST = ['wagmi', 'viem', '@tanstack/react-query'] as const

/** The lowest versions that the packages accept. */
const OLDEST = [
  ...['wagmi@2.14.0', 'viem@2.23.0', '@tanstack/react-query@5.0.0'],
  ...['react@18.2.0', 'react-dom@18.2.0', '@types/react@18', '@types/react-dom@18'],
  // The first that accepts the types of zod.
  'typescript@5.5.2',
] as const

const NEXT_ARGS = [
  ...['--ts', '--app', '--no-eslint', '--no-tailwind', '--no-src-dir'],
  ...['--use-npm', '--import-alias', '@/*'],
] as const

/** Disables the build telemetry of Next.js. */
const ENV = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }

/** A kind of new project: how it is made, and where the page goes. */
export type FreshApp = {
  name: string
  age: 'oldest' | 'newest'
  create: readonly string[]
  packages: readonly string[]
  page: string
  files: (relayUrl: string) => Readonly<Record<string, string>>
  serve: (port: number) => readonly string[]
  /** Whether the first response contains the page's content. */
  isServerRendered: boolean
}

/** New projects as their makers' commands create them, with the oldest and the newest packages. */
export const FRESH_APPS: readonly FreshApp[] = [
  {
    ...viteApp('vite-oldest', ['create-vite@5.0.0']),
    age: 'oldest',
    packages: [...OLDEST, 'vite@5.0.0'],
  },
  {
    ...nextApp('next-oldest', ['create-next-app@14.0.0']),
    age: 'oldest',
    packages: [...OLDEST, 'next@14.0.0'],
  },
  {
    ...viteApp('vite-newest', ['create-vite@latest', '--no-interactive']),
    age: 'newest',
    packages: NEWEST,
  },
  {
    ...nextApp('next-newest', ['create-next-app@latest', '--yes', '--skip-install']),
    age: 'newest',
    packages: NEWEST,
  },
]

function viteApp(name: string, [maker = '', ...options]: readonly string[]) {
  return {
    name,
    create: [maker, name, '--template', 'react-ts', ...options],
    page: 'src/fresh-page.tsx',
    files: (relayUrl: string) => ({ 'src/App.tsx': mainFile('App', relayUrl) }),
    serve: (port: number) => ['vite', 'preview', '--host', '127.0.0.1', '--port', `${port}`],
    isServerRendered: false,
  }
}

function nextApp(name: string, [maker = '', ...options]: readonly string[]) {
  return {
    name,
    create: [maker, name, ...NEXT_ARGS, ...options],
    page: 'app/fresh-page.tsx',
    files: (relayUrl: string) => ({
      'app/page.tsx': mainFile('Page', relayUrl),
      // The template's layout loads fonts from the network.
      'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`,
    }),
    serve: (port: number) => ['next', 'start', '-H', '127.0.0.1', '-p', `${port}`],
    isServerRendered: true,
  }
}

function mainFile(name: string, relayUrl: string): string {
  return `import { FreshPage } from './fresh-page'
export default function ${name}() {
  return <FreshPage relayUrl="${relayUrl}" />
}
`
}

/** Writes the tarball of the library in a workspace into a folder, and returns its path. */
export async function packLibrary(workspace: string, folder: string): Promise<string> {
  const cwd = join(repositoryRoot, workspace)
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd })
  return join(folder, stdout.trim().split('\n').at(-1) ?? '')
}

/** Creates a project in the folder of its name below `folder`, installs the tarballs, and builds the page. */
export async function buildFreshApp(
  { name, create, packages, page, files }: FreshApp,
  options: { folder: string; tarballs: readonly string[]; relayUrl: string },
): Promise<void> {
  const { folder, tarballs, relayUrl } = options
  await run('npx', ['--yes', ...create], { cwd: folder, env: ENV })
  const cwd = join(folder, name)
  await install(cwd, [...tarballs, ...packages])
  await copyFile(PAGE, join(cwd, page))
  for (const [file, text] of Object.entries(files(relayUrl))) await writeFile(join(cwd, file), text)
  await run('npm', ['run', 'build'], { cwd, env: ENV })
}

/** Installs packages into a folder. */
export async function install(cwd: string, packages: readonly string[]): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd })
}
