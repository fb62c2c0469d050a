/**
 * Replaces the plain arguments of an ICU message, `{name}`, by their values. Plurals and selects need the formatter of
 * compiled messages instead (docs/translating.md).
 */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, key: string) => `${values[key] ?? placeholder}`)
}
