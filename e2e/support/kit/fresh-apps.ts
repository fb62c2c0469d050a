import { execFile } from 'node:child_process'
import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { repositoryRoot } from '@bullring/stack/repository-root'

const run = promisify(execFile)
const PAGE = join(repositoryRoot, 'wallet/kit/example/fresh-page.tsx')
const PEERS = ['wagmi', 'viem', '@tanstack/react-query'] as const

/** The lowest versions that the packages accept. */
const LOWEST_PEERS = [
  ...['wagmi@2.14.0', 'viem@2.23.0', '@tanstack/react-query@5.25.0'],
  ...['react@18.2.0', 'react-dom@18.2.0', '@types/react@18', '@types/react-dom@18'],
] as const

/** Disables the build telemetry of Next.js. */
const ENV = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' }

/** A kind of new project: how it is made, and where the page goes. */
export type FreshApp = {
  name: 'vite' | 'next' | 'oldest'
  create: readonly string[]
  peers: readonly string[]
  page: string
  files: (relayUrl: string) => Readonly<Record<string, string>>
  serve: (port: number) => readonly string[]
  /** Whether the first response contains the page's content. */
  isServerRendered: boolean
}

/** New projects as their makers' commands create them. */
export const FRESH_APPS: readonly FreshApp[] = [
  {
    ...viteApp('vite'),
    peers: PEERS,
  },
  {
    ...viteApp('oldest'),
    peers: LOWEST_PEERS,
  },
  {
    name: 'next',
    create: [
      ...['create-next-app@latest', 'next', '--yes', '--ts', '--app', '--no-eslint'],
      ...['--no-tailwind', '--no-src-dir', '--use-npm', '--skip-install', '--disable-git'],
    ],
    peers: PEERS,
    page: 'app/fresh-page.tsx',
    files: (relayUrl) => ({
      'app/page.tsx': mainFile('Page', relayUrl),
      // The template's layout loads fonts from the network.
      'app/layout.tsx': `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`,
    }),
    serve: (port) => ['next', 'start', '-H', '127.0.0.1', '-p', `${port}`],
    isServerRendered: true,
  },
]

function viteApp(name: FreshApp['name']) {
  return {
    name,
    create: ['create-vite@latest', name, '--template', 'react-ts', '--no-interactive'],
    page: 'src/fresh-page.tsx',
    files: (relayUrl: string) => ({ 'src/App.tsx': mainFile('App', relayUrl) }),
    serve: (port: number) => ['vite', 'preview', '--host', '127.0.0.1', '--port', `${port}`],
    isServerRendered: false,
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

/** Creates a project below `folder`, installs the tarballs, and builds the page. Returns the project's folder. */
export async function buildFreshApp(
  { name, create, peers, page, files }: FreshApp,
  options: { folder: string; tarballs: readonly string[]; relayUrl: string },
): Promise<string> {
  const { folder, tarballs, relayUrl } = options
  await run('npx', ['--yes', ...create], { cwd: folder, env: ENV })
  const cwd = join(folder, name)
  await install(cwd, [...tarballs, ...peers])
  await copyFile(PAGE, join(cwd, page))
  for (const [file, text] of Object.entries(files(relayUrl))) await writeFile(join(cwd, file), text)
  await run('npm', ['run', 'build'], { cwd, env: ENV })
  return cwd
}

/** Installs packages into a folder. */
export async function install(cwd: string, packages: readonly string[]): Promise<void> {
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], { cwd })
}
