/** Latin letters that other scripts also draw. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  н: 'h',
  і: 'i',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ѕ: 's',
  т: 't',
  у: 'y',
  х: 'x',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'h',
  ι: 'i',
  κ: 'k',
  μ: 'm',
  ν: 'n',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'y',
  χ: 'x',
  ζ: 'z',
}

/**
 * Returns the same text for symbols that look alike: in another case, width or alphabet, or with invisible
 * characters. Clients match prices by symbol, so two tokens of a chain must not share it.
 */
export function lookalikeKey(symbol: string): string {
  const plain = symbol.normalize('NFKD').replace(/[\p{M}\p{Cf}\p{Z}]/gu, '')
  return [...plain.toLowerCase()].map((letter) => LOOKALIKES[letter] ?? letter).join('')
}
