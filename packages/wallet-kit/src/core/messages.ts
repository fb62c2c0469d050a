/** Texts of one area of the modal, by key. `{name}` is a placeholder for a value. */
export type MessageTable = Readonly<Record<string, string>>

/** Texts that an app uses instead of the English ones, by area and key. */
export type MessageOverrides = Readonly<Record<string, MessageTable>>

/** Returns a table of texts with the app's overrides applied. */
export function messagesOf<table extends MessageTable>(
  table: table,
  overrides: MessageTable | undefined,
): { readonly [key in keyof table]: string } {
  return overrides === undefined ? table : { ...table, ...overrides }
}

/** Replaces the `{name}` placeholders of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, key: string) => `${values[key] ?? placeholder}`)
}
