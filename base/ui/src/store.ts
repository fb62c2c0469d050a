/** A value that components follow. */
export class Store<T> {
  readonly #listeners = new Set<() => void>()
  #value: T

  constructor(value: T) {
    this.#value = value
  }

  readonly get = (): T => this.#value

  readonly set = (value: T): void => {
    this.#value = value
    for (const listener of this.#listeners) listener()
  }

  /** Calls `listener` after each change. Returns the function that ends it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
