/** The page that apps embed. */
export const SDK_PATH = '/sdk'
