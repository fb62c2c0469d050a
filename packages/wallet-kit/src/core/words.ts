/** Texts of one part of the modal, by key. `{name}` stands for a value. */
export type WordTable = Readonly<Record<string, string>>

/** Texts that an app uses instead of the English ones: part of the modal, key, text. */
export type WordOverrides = Readonly<Record<string, WordTable>>

/** The texts of `area`, each replaced by the app's own where it has one. */
export function wordsOf<table extends WordTable>(
  table: table,
  overrides: WordTable | undefined,
): { readonly [key in keyof table]: string } {
  return overrides === undefined ? table : { ...table, ...overrides }
}

/** Puts values in place of the `{name}`s of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, key: string) => `${values[key] ?? placeholder}`)
}
