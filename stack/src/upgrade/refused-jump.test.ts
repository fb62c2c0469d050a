import { describe, expect, test } from 'vitest'
import { refusedJump } from './refused-jump.ts'

describe('refusedJump', () => {
  test.each([
    ['0.2.0', '0.2.1'],
    ['0.2.0', '0.2.9'],
    ['0.2.3', '0.3.0'],
    ['0.9.1', '1.0.0'],
    ['1.4.0', '2.0.3'],
  ])('allows %s to %s', (from, to) => {
    expect(refusedJump(from, to)).toBeNull()
  })

  test.each([
    ['0.2.0', '0.2.0', 'installed already'],
    ['0.3.0', '0.2.9', 'older than the installed 0.3.0'],
    ['1.0.0', '0.9.9', 'older'],
    ['0.2.0', '0.4.0', 'upgrade to the versions between first'],
    ['0.2.0', '1.1.0', 'between'],
    ['0.2.0', '2.0.0', 'between'],
    ['0.2.1-dev', '0.3.0', '0.2.1-dev is no release'],
    ['0.2.0', '0.3.0-dev', '0.3.0-dev is no release'],
  ])('error: %s to %s', (from, to, sentence) => {
    expect(refusedJump(from, to)).toContain(sentence)
  })
})
