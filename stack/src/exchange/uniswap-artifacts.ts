import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Hex, isHex } from 'viem'
import * as z from 'zod/mini'

const Artifact = z.object({ bytecode: z.string() })

const FILES = {
  UniswapV2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  UniswapV2Router02: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  WETH9: '@uniswap/v2-periphery/build/WETH9.json',
  /** A token that keeps a hundredth of each transfer, for tests. */
  DeflatingERC20: '@uniswap/v2-periphery/build/DeflatingERC20.json',
} as const

/** Contracts whose published creation code the local chain runs; see ADR 26 for their licence. */
export type UniswapContract = keyof typeof FILES

/** Reads the creation code, without constructor arguments, that Uniswap published on npm. */
export function readUniswapCode(name: UniswapContract): Hex {
  const file = createRequire(import.meta.url).resolve(FILES[name])
  const { bytecode } = z.parse(Artifact, JSON.parse(readFileSync(file, 'utf8')))
  const code = `0x${bytecode}`
  if (!isHex(code)) throw new Error(`${file} contains no creation code`)
  return code
}
