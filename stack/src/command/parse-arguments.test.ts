import { describe, expect, test } from 'vitest'
import { parseArguments, parseCount } from './parse-arguments.ts'

describe('parseArguments', () => {
  const parse = (args: string[]) =>
    parseArguments({ args, options: { rounds: { type: 'string' } } }, 'npm run x -- --rounds 5')

  test('returns the options', () => {
    expect(parse(['--rounds', '7']).values.rounds).toBe('7')
  })

  test.each([
    [['--round', '7'], "Unknown option '--round'. Use: npm run x -- --rounds 5"],
    [['7'], "Unexpected argument '7'. Use: npm run x -- --rounds 5"],
    [['--rounds'], "Option '--rounds <value>' argument missing. Use: npm run x -- --rounds 5"],
  ])('error: names what is wrong with %j', (args, message) => {
    expect(() => parse(args)).toThrow(expect.objectContaining({ message }))
  })
})

describe('parseCount', () => {
  test('reads a whole number', () => {
    expect(parseCount('--rounds', '250', 1_000)).toBe(250)
  })

  test.each(['', 'many', '-5', '0', '1.5', '1e2', '1001'])('error: refuses "%s"', (text) => {
    expect(() => parseCount('--rounds', text, 1_000)).toThrow(
      `--rounds must be a whole number from 1 to 1000, and is "${text}".`,
    )
  })
})
