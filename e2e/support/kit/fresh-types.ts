import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FreshApp } from './fresh-apps.ts'

const run = promisify(execFile)
const LIBRARIES = ['@bullring/wallet-kit', '@bullring/walletconnect'] as const
const FOLDER = 'strict-types'

type Installed = { version: string; exports: Readonly<Record<string, unknown>> }

/** Mistakes that compile where a type of another package has become `any`. */
const MISTAKES = `
import { createWalletKit } from '@bullring/wallet-kit/create-wallet-kit'
import { walletConnectConnector } from '@bullring/walletconnect/connector'
import { createConfig, http } from 'wagmi'
import { foundry } from 'wagmi/chains'
const metadata = { name: 'A', description: '', url: 'https://a.example', icons: [] }
// @ts-expect-error A number is no configuration of wagmi.
createWalletKit({ config: 1, projectId: 'a' })
// @ts-expect-error A number is no URL.
walletConnectConnector({ relayUrl: 1, projectId: 'a', metadata })
// @ts-expect-error A number is no connector.
createConfig({ chains: [foundry], connectors: [1], transports: { [foundry.id]: http() } })
`

/** Errors in the declarations of other packages, by file and code, as `skipLibCheck: false` shows them. */
const KNOWN: Readonly<Record<FreshApp['age'], ReadonlySet<string>>> = {
  oldest: new Set([
    '@wagmi/core/dist/types/query/getTransaction.d.ts TS2536',
    '@wagmi/core/dist/types/query/getTransactionReceipt.d.ts TS2536',
    '@wagmi/core/dist/types/query/getWalletClient.d.ts TS2344',
    '@wagmi/core/dist/types/query/getWalletClient.d.ts TS2411',
    '@wagmi/core/dist/types/query/getWalletClient.d.ts TS2413',
    '@wagmi/core/dist/types/query/getWalletClient.d.ts TS2536',
    '@wagmi/core/dist/types/query/infiniteReadContracts.d.ts TS2339',
    '@wagmi/core/dist/types/query/signTypedData.d.ts TS2411',
    '@wagmi/core/dist/types/query/signTypedData.d.ts TS2413',
    '@wagmi/core/dist/types/query/waitForTransactionReceipt.d.ts TS2536',
  ]),
  newest: new Set([
    '@wagmi/core/dist/types/query/estimateGas.d.ts TS2344',
    '@wagmi/core/dist/types/query/prepareTransactionRequest.d.ts TS2344',
    '@wagmi/core/dist/types/query/simulateContract.d.ts TS2344',
    '@wagmi/core/dist/types/query/types.d.ts TS2707',
    'wagmi/dist/types/utils/query.d.ts TS2707',
  ]),
}

/**
 * Compiles the page and every entry point of the libraries in a built app, with `skipLibCheck: false`. Returns a note on the errors
 * of other packages.
 *
 * @throws on an error that is not of another package, or not among the known ones.
 */
export async function checkTypes({ age, page }: FreshApp, cwd: string): Promise<string> {
  const folder = join(cwd, FOLDER)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'mistakes.ts'), MISTAKES)
  await writeFile(join(folder, 'entries.ts'), await importOfEachEntry(cwd))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig(page)))
  const errors = (await compile(cwd)).split('\n').filter((line) => /^\S/.test(line))
  const foreign = errors.map(foreignError).filter((error) => error !== null)
  const ours = errors.filter((line) => foreignError(line) === null)
  const added = new Set(foreign).difference(KNOWN[age])
  if (ours.length + added.size > 0) throw new Error([...ours, ...added].join('\n'))
  return `${foreign.length} known errors in types of other packages`
}

/** Returns file and code of an error in another package, or null for one in the page or in the libraries, or about them. */
function foreignError(line: string): string | null {
  const [, file, code] = /^(?:.*\/)?node_modules\/([^(]+)\([\d,]+\): error (TS\d+)/.exec(line) ?? []
  return file === undefined || line.includes('@bullring') ? null : `${file} ${code}`
}

function tsconfig(page: string): object {
  return {
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      types: [],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    },
    files: ['entries.ts', 'mistakes.ts', `../${page}`],
  }
}

/** Returns the printed errors. The compiler exits with 2 where there are some. */
async function compile(cwd: string): Promise<string> {
  const args = ['-p', FOLDER, '--pretty', 'false']
  const options = { cwd, maxBuffer: 64 * 1024 * 1024, timeout: 300_000 }
  return await run(join(cwd, 'node_modules/.bin/tsc'), args, options).then(
    ({ stdout }) => stdout,
    (error: Error & { stdout?: string }) => {
      if (!error.stdout) throw error
      return error.stdout
    },
  )
}

async function importOfEachEntry(cwd: string): Promise<string> {
  const lists = await Promise.all(
    LIBRARIES.map(async (library) => {
      const { exports } = await readInstalled(cwd, library)
      return Object.entries(exports)
        .filter(([, target]) => typeof target !== 'string')
        .map(([entry]) => `${library}${entry.slice(1)}`)
    }),
  )
  return lists
    .flat()
    .map((entry, index) => `export * as entry${index} from '${entry}'`)
    .join('\n')
}

/** Returns the versions of packages in an app, where they are installed. */
export async function versionsIn(cwd: string): Promise<string> {
  const names = ['react', 'wagmi', 'viem', '@tanstack/react-query', 'vite', 'next', 'typescript']
  const versions = await Promise.all(
    names.map(async (name) => {
      const manifest = await readInstalled(cwd, name).catch(() => null)
      return manifest === null ? [] : [`${name} ${manifest.version}`]
    }),
  )
  return versions.flat().join(', ')
}

async function readInstalled(cwd: string, name: string): Promise<Installed> {
  const text = await readFile(join(cwd, 'node_modules', name, 'package.json'), 'utf8')
  return JSON.parse(text) as Installed
}
