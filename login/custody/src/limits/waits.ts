/** Requests of one IP address that wait for a mailed link at the same time. */
export const WAITS_PER_IP = 30

/** Seconds until a caller with too many may try again. */
export const WAIT_RETRY_S = 5
