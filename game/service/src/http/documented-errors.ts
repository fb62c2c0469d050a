/** Error statuses of every call under /api: foreign origin, rate limit, index not ready. */
export const API_ERRORS: readonly number[] = [403, 429, 503]
