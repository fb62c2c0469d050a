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
