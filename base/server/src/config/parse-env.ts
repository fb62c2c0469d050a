import type * as z from 'zod'
import { InvalidConfigError } from './errors.ts'
import { removedSettingIssues } from './removed-settings.ts'

/** The environment without empty variables, which count as absent. */
export type PresentEnv = Readonly<Record<string, string | undefined>>

/**
 * Parses the configuration from environment variables.
 *
 * @param furtherIssues - Finds further problems; each is a phrase that never contains a value.
 * @throws {InvalidConfigError} naming every invalid variable, and those that a release had.
 */
export function parseEnv<shape extends z.ZodRawShape>(
  schema: z.ZodObject<shape>,
  env: Readonly<Record<string, string | undefined>>,
  furtherIssues: (env: PresentEnv) => readonly string[] = () => [],
): z.output<z.ZodObject<shape>> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = schema.safeParse(present)
  const issues = [
    ...removedSettingIssues(present),
    ...(result.error?.issues ?? []).map(({ path, message }) => `${String(path[0])} ${message}`),
    ...furtherIssues(present),
  ]
  if (!result.success || issues.length > 0) throw new InvalidConfigError(issues)
  return result.data
}
