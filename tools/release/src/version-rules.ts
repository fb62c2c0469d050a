import semver from 'semver'
import { ReleaseError } from './errors.ts'

/** Marks the versions between two releases (ADR 43). */
const DEVELOPMENT = 'dev'

/** @throws {ReleaseError} when `version` cannot follow `current`. */
export function checkVersion(version: string, current: string): void {
  if (semver.valid(version) !== version || semver.prerelease(version) !== null)
    throw new ReleaseError(
      `"${version}" is no version of a release: use three numbers such as 1.2.0 (https://semver.org).`,
    )
  if (!semver.gt(version, current))
    throw new ReleaseError(`${version} is not above the current version, ${current}.`)
}

/** Returns the version of the commits after a release: above it, and below every release that may follow. */
export function developmentVersion(released: string): string {
  const next = semver.inc(released, 'patch')
  return `${next}-${DEVELOPMENT}`
}
