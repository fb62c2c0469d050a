/** A response whose bytes are kept as text, one character each: Node sends head and text in one write, but not a buffer. */
export type PlainResponse = {
  status: number
  /** Names and values in turn, names in lower case. */
  headers: string[]
  body: string
}
