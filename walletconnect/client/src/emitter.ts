type Listener<T> = (event: T) => void

/** Typed events. A listener that throws does not stop the others. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  /** @returns A function that removes the listener. */
  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => {
      listeners.delete(listener)
    }
  }

  emit<K extends keyof Events>(name: K, event: Events[K]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        ;(listener as Listener<Events[K]>)(event)
      } catch (error) {
        // Shown in the console as an error of the listener, as with events of the DOM.
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }
}
