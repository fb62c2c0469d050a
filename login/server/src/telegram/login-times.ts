/** Greatest age of launch data: visitors often log in some time after they have opened the app. */
export const MAX_AGE_S = 3_600

/** Tolerated difference of Telegram's clock. */
export const CLOCK_SKEW_S = 300
