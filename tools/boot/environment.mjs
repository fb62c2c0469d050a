import { delimiter, dirname } from 'node:path'
import { withNpmSettings } from './npm-settings.mjs'

/**
 * Returns the environment of a program that runs with `node`, without NODE_ENV: builds, tests and React choose the
 * value that each needs only where none is set.
 */
export function environment(node) {
  const folder = dirname(node)
  const { NODE_ENV: _, ...env } = withNpmSettings(process.env, dirname(folder))
  return { ...env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` }
}
