/** Runs a task in the background unless one is running. */
export class OneTask {
  #isRunning = false

  /** @returns null while another task runs. */
  start<result>(task: () => Promise<result>): Promise<result> | null {
    if (this.#isRunning) return null
    this.#isRunning = true
    return task().finally(() => {
      this.#isRunning = false
    })
  }
}
