import { describe, expect, test } from 'vitest'
import { checkVersion, developmentVersion } from './version-rules.ts'

describe('checkVersion', () => {
  test.each([
    ['0.2.0', '0.2.0-dev'],
    ['0.3.0', '0.2.1-dev'],
    ['1.0.0', '0.9.1-dev'],
  ])('accepts %s after %s', (version, current) => {
    expect(() => checkVersion(version, current)).not.toThrow()
  })

  test.each([
    'v0.3.0',
    '0.3',
    '0.3.0.1',
    '',
    'patch',
    '0.3.0-dev',
    '0.3.0-rc.1',
    '0.3.0+build',
    ' 0.3.0',
    '00.3.0',
  ])('error: %j is no version of a release', (version) => {
    expect(() => checkVersion(version, '0.2.1-dev')).toThrow('is no version of a release')
  })

  test.each(['0.2.0', '0.1.9', '0.1.0'])('error: %s is not above 0.2.1-dev', (version) => {
    expect(() => checkVersion(version, '0.2.1-dev')).toThrow('is not above the current version')
  })
})

describe('developmentVersion', () => {
  test.each([
    ['0.2.0', '0.2.1-dev'],
    ['1.9.9', '1.9.10-dev'],
  ])('follows %s with %s', (released, next) => {
    expect(developmentVersion(released)).toBe(next)
  })
})
