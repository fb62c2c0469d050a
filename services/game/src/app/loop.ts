/** Runs until `signal` aborts; throws when it cannot go on. */
export type Loop = (signal: AbortSignal) => Promise<void>
