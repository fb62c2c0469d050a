/** Error statuses of every operation that the frame calls, besides the statuses of the device's signature. */
export const API_ERRORS: readonly number[] = [429]
