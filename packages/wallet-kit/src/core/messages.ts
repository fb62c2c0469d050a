/** Texts of one part of the modal, by key. `{name}` stands for a value. */
export type MessageTable = Readonly<Record<string, string>>

/** Texts that an app uses instead of the English ones: part of the modal, key, text. */
export type MessageOverrides = Readonly<Record<string, MessageTable>>

/** The texts of `area`, each replaced by the app's own where it has one. */
export function messagesOf<table extends MessageTable>(
  table: table,
  overrides: MessageTable | undefined,
): { readonly [key in keyof table]: string } {
  return overrides === undefined ? table : { ...table, ...overrides }
}

/** Puts values in place of the `{name}`s of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, key: string) => `${values[key] ?? placeholder}`)
}
