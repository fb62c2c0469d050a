import { writeFileSync } from 'node:fs'
import { publicChainsOfViem } from './public-chains-of-viem.ts'

/** Writes the list of public chains after an update of viem. */
const file = new URL('../src/chain/public-chains.json', import.meta.url)
const lines = publicChainsOfViem().map((chain) => JSON.stringify(chain))
writeFileSync(file, `[\n${lines.join(',\n')}\n]\n`)
