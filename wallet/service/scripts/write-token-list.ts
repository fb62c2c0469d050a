import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getAddress } from 'viem'
import * as z from 'zod'
import { lookalikeKey } from '../src/tokens/lookalikes.ts'

/**
 * Writes src/tokens/tokens.json from PancakeSwap's public token lists:
 *
 *   git clone --depth 1 https://github.com/pancakeswap/token-list
 *   node wallet/service/scripts/write-token-list.ts token-list <commit> <date of the commit>
 *
 * It takes the "Default" list and the tokens of "Top 100" that the "Extended" list, which is kept up to date,
 * still has. The lists carry no liquidity figures, so neither does the file.
 */

const List = z.object({
  tokens: z.array(
    z.object({
      chainId: z.int(),
      address: z.string().transform((text) => getAddress(text.toLowerCase())),
      name: z.string().trim().min(1).max(60),
      symbol: z.string().trim().min(1).max(20),
      decimals: z.int().min(1).max(36),
    }),
  ),
})
type ListedToken = z.infer<typeof List>['tokens'][number]

/** Tokens that must be in the file, first. The lists name no testnet token. */
const FIXED: readonly (ListedToken & { wrapsCoin?: true; isHub?: true })[] = [
  fixed(56, '0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c', 'Wrapped BNB', 'WBNB', {
    wrapsCoin: true,
  }),
  fixed(56, '0x55d398326f99059fF775485246999027B3197955', 'Tether USD', 'USDT', { isHub: true }),
  fixed(56, '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', 'USD Coin', 'USDC', { isHub: true }),
  fixed(56, '0x0E09FaBB73Bd3Ade0a17ECC321fD13a19e81cE82', 'PancakeSwap', 'CAKE', { isHub: true }),
  fixed(56, '0x2170Ed0880ac9A755fd29B2688956BD959F933F8', 'Binance-Peg Ethereum', 'ETH', {
    isHub: true,
  }),
  fixed(56, '0x7130d2A12B9BCbFAe4f2634d864A1Ee1Ce3Ead9c', 'Binance-Peg BTCB', 'BTCB', {
    isHub: true,
  }),
  fixed(56, '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56', 'Binance USD', 'BUSD', { isHub: true }),
  fixed(56, '0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3', 'Binance-Peg Dai', 'DAI', {}),
  fixed(97, '0xae13d989daC2f0dEbFf460aC112a837C89BAa7cd', 'Wrapped BNB', 'WBNB', {
    wrapsCoin: true,
  }),
]

function fixed(
  chainId: number,
  address: string,
  name: string,
  symbol: string,
  marks: { wrapsCoin?: true; isHub?: true },
) {
  return { chainId, address: getAddress(address), name, symbol, decimals: 18, ...marks }
}

async function readList(folder: string, name: string): Promise<readonly ListedToken[]> {
  const file = join(folder, 'lists', `pancakeswap-${name}.json`)
  return List.parse(JSON.parse(await readFile(file, 'utf8'))).tokens
}

/** Keeps the first token of each address, and of symbols that look the same. */
function withoutRepeats(tokens: readonly ListedToken[]): ListedToken[] {
  const known = new Set<string>()
  return tokens.filter(({ chainId, address, symbol }) => {
    const keys = [`${chainId} ${address}`, `${chainId} ${lookalikeKey(symbol)}`]
    if (keys.some((key) => known.has(key))) return false
    for (const key of keys) known.add(key)
    return true
  })
}

const [folder, commit, date] = process.argv.slice(2)
if (folder === undefined || commit === undefined || date === undefined) {
  process.stderr.write('Usage: write-token-list.ts <folder of the lists> <commit> <date>\n')
  process.exit(2)
}
const [standard, top, extended] = await Promise.all(
  ['default', 'top-100', 'extended'].map((name) => readList(folder, name)),
)
const current = new Set(extended?.map(({ address }) => address))
const listed = [...(standard ?? []), ...(top ?? [])].filter(({ address }) => current.has(address))
const file = {
  source:
    'https://github.com/pancakeswap/token-list (default, and top-100 that extended still has)',
  commit,
  date,
  liquidity: 'unknown: the lists carry no figures',
  tokens: withoutRepeats([...FIXED, ...listed]),
}
const target = new URL('../src/tokens/tokens.json', import.meta.url)
await writeFile(target, `${JSON.stringify(file, null, 2)}\n`)
process.stdout.write(`${file.tokens.length} tokens\n`)
