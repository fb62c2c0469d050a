/** Sockets of this node that are subscribed to a topic. Most topics have one or two. */
export class Subscribers<socket> {
  readonly #byTopic = new Map<string, readonly socket[]>()

  /** Number of topics with a subscriber. */
  get topicCount(): number {
    return this.#byTopic.size
  }

  /** Returns the sockets that are subscribed to a topic. */
  of(topic: string): readonly socket[] {
    return this.#byTopic.get(topic) ?? []
  }

  /** Adds a socket that is not subscribed yet. */
  add(topic: string, added: socket): void {
    this.#byTopic.set(topic, [...this.of(topic), added])
  }

  /** Removes a socket, if it is subscribed. */
  remove(topic: string, removed: socket): void {
    const left = this.of(topic).filter((socket) => socket !== removed)
    if (left.length > 0) this.#byTopic.set(topic, left)
    else this.#byTopic.delete(topic)
  }
}
