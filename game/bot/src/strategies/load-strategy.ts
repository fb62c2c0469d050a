import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import { BotUsageError } from '../errors.ts'
import { againstCrowd } from './against-crowd.ts'
import { followCrowd } from './follow-crowd.ts'
import { momentum } from './momentum.ts'
import type { Strategy } from './strategy.ts'

/** Strategies that need no file. */
const EXAMPLES: Readonly<Record<string, Strategy>> = {
  'follow-crowd': followCrowd,
  'against-crowd': againstCrowd,
  momentum,
}

const Module = z.object({ strategy: z.custom<Strategy>((value) => typeof value === 'function') })

/**
 * Returns an example by its name, or the `strategy` that a module exports.
 *
 * @throws {BotUsageError} when there is none.
 */
export async function loadStrategy(name: string): Promise<Strategy> {
  const example = Object.hasOwn(EXAMPLES, name) ? EXAMPLES[name] : undefined
  if (example !== undefined) return example
  try {
    return z.parse(Module, await import(pathToFileURL(resolve(name)).href)).strategy
  } catch (cause) {
    const names = Object.keys(EXAMPLES).join(', ')
    throw new BotUsageError(`${name} is neither of ${names}, nor a module that exports strategy.`, {
      cause,
    })
  }
}
