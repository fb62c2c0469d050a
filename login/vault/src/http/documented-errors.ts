/** Error statuses of every operation that pages use, besides the statuses of signed requests: foreign origin, rate limit. */
export const PAGE_ERRORS: readonly number[] = [403, 429]
