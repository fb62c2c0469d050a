import fc from 'fast-check'

/** Generates calls of the methods in `params`, with one part of their parameters replaced by `aPart`. */
export function anyCall(
  params: Readonly<Record<string, object>>,
  aPart: fc.Arbitrary<unknown>,
): fc.Arbitrary<{ method: string; params: unknown }> {
  return fc
    .tuple(fc.constantFrom(...Object.keys(params)), fc.nat({ max: 200 }), aPart)
    .map(([method, at, part]) => ({ method, params: replacePart(params[method], at, part) }))
}

/** Returns a value with one part of it replaced. */
function replacePart(value: unknown, at: number, replacement: unknown): unknown {
  if (at === 0 || typeof value !== 'object' || value === null) return replacement
  const entries = Object.entries(value)
  const changed = entries.map(([key, part], index): [string, unknown] =>
    index === at % entries.length
      ? [key, replacePart(part, Math.floor(at / entries.length), replacement)]
      : [key, part],
  )
  return Array.isArray(value) ? changed.map(([, part]) => part) : Object.fromEntries(changed)
}
