import * as z from 'zod'
import { type PresentEnv, parseEnv } from './parse-env.ts'

/** Groups of the settings that most installations need, in the order of docs/configuration.md. */
export const PURPOSES = [
  'Start',
  'Chain and market',
  'Pages',
  'Keeper',
  'Wallets',
  'Login',
  'Smart accounts',
  'Push messages',
] as const

/** A variable of the environment. */
export type Setting<kind extends z.ZodType = z.ZodType> = {
  /** Parses its text. An absent variable is undefined. */
  kind: kind
  /** Description for docs/configuration.md, in Markdown. */
  text: string
  /** Default as documented, where the schema does not say it. */
  usual?: string
  /** Whether the value must be kept secret. */
  isSecret?: true
  /** Group of a setting that most installations need. */
  purpose?: (typeof PURPOSES)[number]
}

/** Settings of a program, by the names of their variables. */
export type Settings = Readonly<Record<string, Setting>>

/** Parsed values of settings. */
export type Values<settings extends Settings> = {
  [name in keyof settings]: z.output<settings[name]['kind']>
}

/**
 * Parses the settings of a program. An empty variable counts as absent.
 *
 * @param furtherIssues - Finds further problems; each is a phrase that never contains a value.
 * @throws {InvalidConfigError} naming every invalid variable.
 */
export function parseSettings<settings extends Settings>(
  settings: settings,
  env: Readonly<Record<string, string | undefined>>,
  furtherIssues?: (env: PresentEnv) => readonly string[],
): Values<settings> {
  const kinds = Object.entries(settings).map(([name, { kind }]) => [name, kind] as const)
  const values = parseEnv(z.object(Object.fromEntries(kinds)), env, furtherIssues)
  return values as Values<settings>
}
