/** Returns the time in Unix seconds. */
export type Clock = () => number
