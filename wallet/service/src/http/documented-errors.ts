/** Error statuses of every operation that pages use: foreign origin, rate limit. */
export const PAGE_ERRORS: readonly number[] = [403, 429]

/** Error statuses of operations that also require a project id. */
export const KEY_ERRORS: readonly number[] = [...PAGE_ERRORS, 401]
