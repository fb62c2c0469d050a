#!/usr/bin/env node
// A `solc` program for forge, backed by the WebAssembly compiler from npm. Supports the two calls that forge makes,
// `--version` and `--standard-json`.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const args = process.argv.slice(2)
const solc = createRequire(import.meta.url)('solc')

if (args.includes('--version')) {
  process.stdout.write(
    `solc, the solidity compiler commandline interface\nVersion: ${solc.version()}\n`,
  )
} else if (args.includes('--standard-json')) {
  const basePathAt = args.indexOf('--base-path')
  const basePath = basePathAt === -1 ? process.cwd() : args[basePathAt + 1]
  process.stdout.write(
    solc.compile(readFileSync(0, 'utf8'), {
      import: (path) => readImport(resolve(basePath, path)),
    }),
  )
} else {
  process.stderr.write(`solc.mjs supports --version and --standard-json, not: ${args.join(' ')}\n`)
  process.exitCode = 1
}

function readImport(path) {
  try {
    return { contents: readFileSync(path, 'utf8') }
  } catch (error) {
    return { error: error.message }
  }
}
