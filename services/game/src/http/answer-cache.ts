/**
 * A whole good answer. Its bytes are held as text, one character (latin1) each: Node sends head and
 * text with one write, but head and buffer with a dearer one.
 */
export type Answer = { headers: string[]; body: string }

/** Answers held at once; the next requests are answered without. */
const MAX_ANSWERS = 2_000

/**
 * Answers of one version. An entry that is a promise is being worked out: who asks the same meanwhile
 * waits for it instead of asking too.
 */
export class AnswerCache {
  #answers = new Map<string, Answer | Promise<Answer | null>>()
  #version: string | null = null
  readonly #versionNow: () => string | null

  /** @param version - Changes whenever an answer may; null while nothing may be answered. */
  constructor(version: () => string | null) {
    this.#versionNow = version
  }

  find(key: string): Answer | Promise<Answer | null> | undefined {
    const version = this.#versionNow()
    if (version !== this.#version) this.#answers = new Map()
    this.#version = version
    return this.#answers.get(key)
  }

  /**
   * Announces an answer to what `find` has just not found.
   *
   * @returns Takes the answer, or null when it is none to keep, and heeds the first of several; null
   *   when there is no room.
   */
  lead(key: string): ((answer: Answer | null) => void) | null {
    const answers = this.#answers
    if (this.#version === null || answers.size >= MAX_ANSWERS) return null
    const { promise, resolve } = Promise.withResolvers<Answer | null>()
    answers.set(key, promise)
    return (answer) => {
      if (answers.get(key) !== promise) return
      if (answer === null) answers.delete(key)
      else answers.set(key, answer)
      resolve(answer)
    }
  }
}
