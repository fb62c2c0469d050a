/** Error statuses of every operation that the frame calls, besides those of the device's signature. */
export const API_ERRORS: readonly number[] = [429]
