import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'

const AddressField = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]{40}$/))])

const DeployedMarket = z.object({
  chainId: z.int(),
  prediction: AddressField,
  /** Block of its creation: the contract has no older logs. */
  startBlock: z.int(),
  /** Hash of the transaction that created it. */
  transaction: z.string(),
  /** Constructor arguments, numbers as decimal text. */
  settings: z.catchall(z.object({ oracle: AddressField, owner: AddressField }), z.string()),
  /** Version of the Solidity compiler. */
  compiler: z.string(),
  /** Commit of the checkout that deployed it; null outside a git checkout. */
  commit: z.nullable(z.string()),
  /** Whether settings and code were read back and compared with the plan. */
  verified: z.boolean(),
})
/** A market that `npm run deploy` created. */
export type DeployedMarket = z.infer<typeof DeployedMarket>

/** The file with the addresses of a market exists but cannot be used. */
export class InvalidAddressFileError extends Error {
  override readonly name = 'InvalidAddressFileError'
}

/**
 * Returns the file that names the market of a chain.
 *
 * @param path - Another file, as `MARKET_FILE` names it.
 */
export function addressFileOf(chainId: number, path?: string): URL {
  return path === undefined
    ? new URL(`../addresses/${chainId}.json`, import.meta.url)
    : pathToFileURL(path)
}

/**
 * Reads the market of a chain; null when none was deployed from this checkout.
 *
 * @throws {InvalidAddressFileError} when the file is damaged or cannot be read.
 */
export async function readDeployedMarket(file: URL): Promise<DeployedMarket | null> {
  const text = await readText(file)
  if (text === null) return null
  try {
    return z.parse(DeployedMarket, JSON.parse(text))
  } catch (cause) {
    throw new InvalidAddressFileError(
      `${file.pathname} is damaged. Restore it, or remove it and set PREDICTION_ADDRESS.`,
      { cause },
    )
  }
}

async function readText(file: URL): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return null
    throw new InvalidAddressFileError(
      `${file.pathname} cannot be read (${codeOf(cause)}). Check its permissions.`,
      { cause },
    )
  }
}

/**
 * Creates the folder of the file and writes to it, so that a paid deployment can be recorded.
 *
 * @throws {InvalidAddressFileError} when that fails.
 */
export async function checkAddressFolder(file: URL): Promise<void> {
  const probe = new URL(`.write-test-${process.pid}`, file)
  try {
    await mkdir(dirname(file.pathname), { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (cause) {
    throw new InvalidAddressFileError(
      `${file.pathname} cannot be written (${codeOf(cause)}). Set MARKET_FILE to a file in a folder you own.`,
      { cause },
    )
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}

/** Writes the market of a chain. */
export async function writeDeployedMarket(file: URL, market: DeployedMarket): Promise<void> {
  await mkdir(dirname(file.pathname), { recursive: true })
  await writeFile(file, `${JSON.stringify(market, null, 2)}\n`)
}
